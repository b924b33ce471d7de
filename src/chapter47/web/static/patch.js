/* Patching: elements keep their ids, so focus stays and no motion starts again. */

export function patch(old, now) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const byId = new Map();
  for (const child of old.children) if (child.id) byId.set(child.id, child);
  let place = old.firstChild;
  for (const fresh of [...now.childNodes]) {
    const alike = place && !place.id && !fresh.id && place.nodeName === fresh.nodeName ? place : null;
    const match = fresh.id ? byId.get(fresh.id) : alike;
    if (match && match.nodeName === fresh.nodeName) {
      if (match === place) place = place.nextSibling;
      else old.insertBefore(match, place);
      patch(match, fresh);
    } else old.insertBefore(fresh, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** Fills an element with HTML whose texts are escaped, and keeps the focus. */
export function fill(element, html) {
  const fresh = element.cloneNode(false);
  fresh.innerHTML = html;
  const focused = document.activeElement && document.activeElement.id;
  patch(element, fresh);
  if (focused && document.activeElement.id !== focused) document.getElementById(focused)?.focus();
}

/** An SVG document as an element of this page. */
export function svgOf(source) {
  return document.adoptNode(new DOMParser().parseFromString(source, "image/svg+xml").documentElement);
}
