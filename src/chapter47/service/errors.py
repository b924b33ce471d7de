"""What the pit refuses: a code for programs, words, the paragraph, what was asked and what is allowed."""

from chapter47.core.json_object import Json


class ServiceError(Exception):
    """Nothing has changed; `status` is the one of HTTP."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        citation: str = "",
        got: str = "",
        allowed: str = "",
        status: int = 400,
        data: Json | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message, self.citation = code, message, citation
        self.got, self.allowed, self.status = got, allowed, status
        self.data = data or {}
        self.headers: dict[str, str] = {}
        """What HTTP says besides."""
