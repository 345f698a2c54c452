"""The sandbox: programs that nobody trusts, and data that nobody checked, in a process apart."""

from tools.sandbox.client import Sandbox
from tools.sandbox.process import NoSandbox
from tools.sandbox.result import JobArtifact, SandboxResult

__all__ = ["JobArtifact", "NoSandbox", "Sandbox", "SandboxResult"]
