"""From a table to TOML: the same table again, or a starter file with its meaning."""

from chapter47.core.findings import P
from chapter47.core.game import Game


def dumps(table: P, game: Game[P]) -> str:
    """The table as TOML."""
    import tomlkit

    return tomlkit.dumps(game.posting.write(table))


def starter(game: Game[P], games: tuple[Game[P], ...]) -> str:
    """A commented table file with the lawful defaults of a game: the keys that mean something at it."""
    import tomlkit

    form = game.posting
    names = tuple(game.name for game in games)
    written = form.write(form.read({"game": game.name}, games=names))
    document = tomlkit.document()
    document.add(tomlkit.comment(f"A table of {game.title}. Every key is optional; these are its defaults."))
    document.add(tomlkit.nl())
    for key in form.asked(names):
        document.add(tomlkit.comment(f"{key.means}: {key.allowed}"))
        if key.name in written:
            document.add(key.name, tomlkit.item(written[key.name]))
        else:
            document.add(tomlkit.comment(key.example))
    for subtable in form.subtables:
        document.add(tomlkit.nl())
        for line in subtable.example:
            document.add(tomlkit.comment(line))
    return tomlkit.dumps(document)
