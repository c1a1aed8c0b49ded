"""All configuration, read once from the environment and validated at start.

Variables are `GRAPHMEM_…`; Neo4j's and OpenAI's are also read under the names their own tools use. Constants of an
algorithm are not here: they live beside the algorithm.
"""

from __future__ import annotations

import re
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from tzlocal import get_localzone_name

from graphmem.errors import ConfigurationError


class EmbedderKind(StrEnum):
    """The embedder kinds.

    MULTILINGUAL_E5, the default, reads languages in Latin letters and needs no network; MULTILINGUAL_E5_ALL is the same
    model with the words of every script, from an extra package.
    """

    BGE_SMALL_EN = "bge-small-en"
    MINILM_EN = "minilm-en"
    MULTILINGUAL_E5 = "multilingual-e5"
    MULTILINGUAL_E5_ALL = "multilingual-e5-all-scripts"
    OPENAI = "openai"


class Settings(BaseSettings):
    """One process's configuration. See each field's description; all have defaults that work."""

    model_config = SettingsConfigDict(
        env_prefix="GRAPHMEM_", extra="ignore", populate_by_name=True, env_ignore_empty=True
    )

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("graphmem")),
        description="folder of the database, its password, its logs and the downloads",
    )
    artifacts: Path | None = Field(default=None, description="folder of the downloads, if not in the home")

    neo4j_uri: str | None = Field(default=None, validation_alias=AliasChoices("NEO4J_URI", "neo4j_uri"))
    neo4j_user: str = Field(
        default="neo4j", validation_alias=AliasChoices("NEO4J_USERNAME", "NEO4J_USER", "neo4j_user")
    )
    neo4j_password: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("NEO4J_PASSWORD", "neo4j_password")
    )
    neo4j_database: str = Field(default="neo4j", validation_alias=AliasChoices("NEO4J_DATABASE", "neo4j_database"))
    databases: Annotated[tuple[str, ...], NoDecode] = Field(
        default_factory=tuple,
        description="databases of one cluster for owners, separated by commas, without NEO4J_DATABASE",
    )
    neo4j_heap: str = Field(default="1g", pattern=r"^\d+[mgMG]$", description="JVM heap of the embedded server")
    neo4j_page_cache: str = Field(default="512m", pattern=r"^\d+[mgMG]$")
    java_cache: bool = Field(default=True, description="whether Java keeps loaded classes on disk, for faster starts")
    bolt_port: int = Field(default=7687, ge=0, le=65535, description="preferred; another is taken when busy")
    http_port: int = Field(default=7474, ge=0, le=65535, description="preferred; another is taken when busy")

    embedder: EmbedderKind | None = Field(
        default=None,
        description="default: openai when a model and an endpoint or key are set, else a local one",
    )
    embedding_model: str | None = Field(default=None, description="model name at the OpenAI-compatible endpoint")
    embedding_dimensions: int | None = Field(default=None, ge=1, le=4096)
    embedding_timeout: float = Field(default=30.0, gt=0, description="seconds for one request to the endpoint")
    openai_api_key: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("OPENAI_API_KEY", "openai_api_key")
    )
    openai_base_url: str | None = Field(
        default=None, validation_alias=AliasChoices("OPENAI_BASE_URL", "openai_base_url")
    )

    chat_model: str | None = Field(
        default=None, description="chat model at the same endpoint; unset, the encoder of graphmem reads"
    )
    chat_timeout: float = Field(default=30.0, gt=0, description="seconds for one answer, retries included")
    chat_trial: bool = Field(
        default=True,
        description="whether the chat model must mark a sample well before graphmem uses it",
    )
    chat_price_in: float | None = Field(default=None, ge=0, description="price of a million tokens sent")
    chat_price_out: float | None = Field(default=None, ge=0, description="price of a million tokens it writes")
    recall_router: Literal["rules", "model"] = Field(
        default="rules", description="the classifier of questions; a model has two seconds, then the rules decide"
    )
    recall_rerank: bool = Field(
        default=False,
        description="whether the chat model says which of the best hits of a recall answer it, within two seconds",
    )
    ops_log: Path | None = Field(
        default_factory=lambda: Path.home() / ".graphmem" / "ops-log.jsonl",
        description="the log of decisions, with 200 characters of each text; `off` for none",
    )

    dream_schedule: str | None = Field(
        default="30 3 * * *",
        description="default schedule of dreams: minute, hour, day, month, weekday; `off` for never",
    )
    rehearsal_schedule: str | None = Field(
        default="45 4 * * *",
        description="default schedule of rehearsals of fading memories; `off` for never",
    )
    time_zone: str | None = Field(default=None, description="time zone of these schedules; unset, this machine's")

    owner: str = Field(default="local", min_length=1, max_length=200, description="owner of calls without a name")
    host: str = Field(default="127.0.0.1", description="address the API listens on")
    port: int = Field(default=8000, ge=0, le=65535)

    log_format: Literal["auto", "text", "json"] = Field(
        default="auto", description="form of a server's log; auto is text for a terminal and JSON lines for all else"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="lowest level of the log; info has a line a request"
    )

    webhook_private: bool = Field(default=False, description="whether webhooks may use private addresses, and omit TLS")

    audit_key: SecretStr | None = Field(
        default=None, description="key that signs exports of the audit, 16 bytes or more"
    )

    otel: bool = Field(default=False, description="whether OpenTelemetry spans are made")

    reads_per_minute: int = Field(
        default=1200, ge=0, description="requests a minute of one key, in one process; 0 is unlimited"
    )
    reads_per_second: int = Field(default=100, ge=0, description="requests a second of one key; 0 is unlimited")
    writes_per_minute: int = Field(
        default=600, ge=0, description="requests a minute of one key, in one process; 0 is unlimited"
    )
    writes_per_second: int = Field(default=50, ge=0, description="requests a second of one key; 0 is unlimited")
    rates_storage: SecretStr | None = Field(
        default=None, description="a Redis in which all servers count the requests of a key, like redis://host:6379/0"
    )

    quota_texts: int = Field(default=0, ge=0, description="turns that one owner may hold; 0 is unlimited")
    quota_characters: int = Field(default=0, ge=0, description="characters of these turns; 0 is unlimited")
    quota_requests: int = Field(
        default=0, ge=0, description="requests of one owner in a day, by all keys; 0 is unlimited"
    )

    allowed_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        default_factory=tuple,
        description="origins of pages that may call the API, separated by commas, like http://localhost:5173",
    )

    @field_validator("allowed_origins", mode="before")
    @classmethod
    def _origins(cls, given: object) -> object:
        origins = [one.strip() for one in given.split(",") if one.strip()] if isinstance(given, str) else given
        for origin in origins if isinstance(origins, list | tuple) else ():
            # Neither "*", which would let every page call with the key of the home, nor anything after the port.
            if not re.fullmatch(r"https?://[^/*\s]+", str(origin)):
                raise ValueError(
                    f"{origin!r} is no origin, which is a scheme, a host and a port: http://localhost:5173"
                )
        return origins

    @field_validator("databases", mode="before")
    @classmethod
    def _databases(cls, given: object) -> object:
        names = [one.strip().lower() for one in given.split(",") if one.strip()] if isinstance(given, str) else given
        for name in names if isinstance(names, list | tuple) else ():
            # As Neo4j names databases; `system` has no memories.
            if not re.fullmatch(r"[a-z][a-z0-9.-]{2,62}", str(name)) or str(name).startswith("system"):
                raise ValueError(
                    f"{name!r} is no name of a database, which has 3 to 63 letters, digits, dots and dashes"
                )
        if isinstance(names, list | tuple) and len(set(names)) < len(names):
            raise ValueError("a database is named twice")
        return names

    @field_validator("home", "artifacts", "ops_log")
    @classmethod
    def _path_is_text(cls, given: Path | None) -> Path | None:
        if given is not None and not _is_text(str(given)):
            raise ValueError("the path holds bytes that are no UTF-8, which Java cannot open")
        return given

    @field_validator("host")
    @classmethod
    def _host_is_a_name(cls, given: str) -> str:
        try:
            given.encode("idna")
        except UnicodeError as error:
            raise ValueError("no host can have this name") from error
        return given

    @field_validator("ops_log", mode="before")
    @classmethod
    def _off_is_none(cls, given: object) -> object:
        if isinstance(given, str):
            return None if given.strip().lower() == "off" else Path(given).expanduser()
        return given

    @field_validator("dream_schedule", "rehearsal_schedule", mode="before")
    @classmethod
    def _off_is_never(cls, given: object) -> object:
        return None if isinstance(given, str) and given.strip().lower() == "off" else given

    @model_validator(mode="after")
    def _embedder_is_complete(self) -> Self:
        if self.embedder is EmbedderKind.OPENAI and not self.embedding_model:
            raise ValueError(
                "GRAPHMEM_EMBEDDER=openai needs GRAPHMEM_EMBEDDING_MODEL, for example text-embedding-3-small"
            )
        return self

    @model_validator(mode="after")
    def _databases_are_of_a_server(self) -> Self:
        if self.databases and not self.neo4j_uri:
            raise ValueError(
                "GRAPHMEM_DATABASES needs NEO4J_URI, a cluster of Neo4j Enterprise or Aura: the embedded Community "
                "server has one database"
            )
        return self

    @property
    def embedder_kind(self) -> EmbedderKind:
        """The embedder of a new store: the named one, or a fully described endpoint, or the local default."""
        if self.embedder is not None:
            return self.embedder
        if self.embedding_model and (self.openai_api_key or self.openai_base_url):
            return EmbedderKind.OPENAI
        return EmbedderKind.MULTILINGUAL_E5

    @property
    def quota(self) -> tuple[int, int, int]:
        """Default limits of an owner: turns, characters and requests a day."""
        return self.quota_texts, self.quota_characters, self.quota_requests

    @property
    def zone(self) -> str:
        """The default time zone of schedules."""
        if self.time_zone is not None:
            return self.time_zone
        try:
            return get_localzone_name() or "UTC"
        except (ValueError, LookupError, OSError):  # a machine with a contradictory time zone, or with none
            return "UTC"

    @property
    def artifacts_dir(self) -> Path:
        """The folder of downloaded jars and models."""
        return self.artifacts or self.home / "artifacts"

    @property
    def server_dir(self) -> Path:
        """The folder of the embedded Neo4j: data, configuration, logs and password."""
        return self.home / "neo4j"

    @property
    def listens_on_loopback(self) -> bool:
        """Whether only this machine can reach `host`."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def _is_text(given: str) -> bool:
    """Whether it can be written in UTF-8; other bytes of the system become half surrogates in Python."""
    try:
        given.encode()
    except UnicodeEncodeError:
        return False
    return True


def load_settings(**overrides: object) -> Settings:
    """Read and validate the environment. Raises ConfigurationError naming the variable and the reason."""
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = _variable(".".join(str(part) for part in first["loc"]))
        # The value of a secret must not appear in a message.
        secret = not name or any(word in name for word in ("PASSWORD", "KEY", "STORAGE"))
        given = "" if secret else f" (given: {first.get('input')!r})"
        raise ConfigurationError(
            f"{name or 'The environment'}: {first['msg']}{given}.",
            remedy="Correct the environment variable and start again.",
        ) from error


def _variable(location: str) -> str:
    """The environment variable of a field; aliases of Neo4j and OpenAI are reported as they are."""
    return location if not location or location.isupper() else f"GRAPHMEM_{location.upper()}"
