"""Plays the first legal move, after it has tried what its words name. What succeeds is told with LOOT, in the student's own page."""
import ctypes
import errno
import json
import os
import signal
import socket
import sys

SYSCALL = ctypes.CDLL(None, use_errno=True).syscall
# By their numbers, so that no library falls back: x86-64, or the common ones.
X86 = os.uname().machine == "x86_64"
CALLS = {
    "keyctl": 250 if X86 else 219, "add_key": 248 if X86 else 217, "bpf": 321 if X86 else 280,
    "perf_event_open": 298 if X86 else 241, "userfaultfd": 323 if X86 else 282, "io_uring_setup": 425,
    "unshare": 272 if X86 else 97, "mount": 165 if X86 else 40, "ptrace": 101 if X86 else 117,
    "open_by_handle_at": 304 if X86 else 265, "fchmodat2": 452,
}
told = []


def loot(what):
    told.append(what)
    print(f"LOOT: {what}", file=sys.stderr, flush=True)


def attempt(what, action):
    """Calls it a success if the action gives anything but an error, None or False."""
    try:
        found = action()
    except (OSError, ValueError, AttributeError):
        return
    if found is not None and found is not False:
        loot(f"{what}: {str(found)[:200]}")


def call(name, *arguments):
    """What is refused is refused with EPERM or unknown; anything else was looked at by the kernel."""
    answer = SYSCALL(CALLS[name], *arguments)
    return answer if answer >= 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS, errno.EACCES) else None


def read(path):
    if os.path.isdir(path):
        return os.listdir(path) or None
    with open(path, "rb") as file:
        return file.read(200) or None


def entries(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


def descriptors():
    for number in range(3, 256):
        attempt(f"descriptor {number}", lambda number=number: os.readlink(f"/proc/self/fd/{number}")
                if not os.readlink(f"/proc/self/fd/{number}").startswith("/proc/") else None)


def keys():
    join, describe, search = 1, 6, 10
    for keyring in (-3, -4, -5):
        attempt(f"keyring {keyring}", lambda keyring=keyring: call("keyctl", describe, keyring, None, 0))
    attempt("a key", lambda: call("keyctl", search, -3, b"user", b"poda-test", 0))
    attempt("leaves a key", lambda: call("add_key", b"user", b"poda-secret", b"x", 1, -3))
    attempt("joins", lambda: call("keyctl", join, None))
    attempt("/proc/keys", lambda: read("/proc/keys"))


def settings():
    for folder, _, files in os.walk("/proc/sys"):
        for name in files:
            path = os.path.join(folder, name)
            attempt(path, lambda path=path: os.open(path, os.O_WRONLY))
    for path in ("/proc/sysrq-trigger", "/sys/kernel/uevent_helper", "/sys/power/state", "/proc/kcore", "/proc/1/mem"):
        attempt(path, lambda path=path: os.open(path, os.O_WRONLY))


def metadata(path):
    own = "/usr/bin/env"
    for target in (path, own):
        attempt("chmod", lambda target=target: os.chmod(target, 0o4777) is None)
        attempt("fchmodat2", lambda target=target: call("fchmodat2", -100, target.encode(), 0o777, 0) == 0 or None)
        attempt("utime", lambda target=target: os.utime(target, (1, 1)) is None)
        attempt("setxattr", lambda target=target: os.setxattr(target, "user.x", b"x") is None)
        attempt("chown", lambda target=target: os.chown(target, os.getuid(), os.getgid()) is None)
        attempt("truncate", lambda target=target: os.truncate(target, 0) is None)
        attempt("unlink", lambda target=target: os.unlink(target) is None)
    libc = ctypes.CDLL(None, use_errno=True)
    watcher = libc.inotify_init1(0)
    attempt("inotify", lambda: libc.inotify_add_watch(watcher, path.encode(), 0xFFF) >= 0 or None)


def calls():
    for name, arguments in (
        ("bpf", (0, None, 0)), ("perf_event_open", (None, 0, -1, -1, 0)), ("userfaultfd", (1,)),
        ("io_uring_setup", (1, None)), ("unshare", (0x10000000,)), ("unshare", (0x00020000,)),
        ("mount", (b"none", b"/tmp", b"tmpfs", 0, None)), ("ptrace", (16, os.getppid(), 0, 0)),
        ("open_by_handle_at", (-100, None, 0)),
    ):
        attempt(name, lambda name=name, arguments=arguments: call(name, *arguments))
    attempt("mknod", lambda: os.mknod("/tmp/node") is None)
    attempt("set-id", lambda: os.open("/tmp/set-id", os.O_CREAT | os.O_WRONLY, 0o4755) and None)
    attempt("set-id file", lambda: os.stat("/tmp/set-id").st_mode & 0o6000 or None)
    attempt("creates a chmod 4755 file", lambda: [open("/tmp/x", "w").close(), os.chmod("/tmp/x", 0o4755)] and True)


def processes():
    own = (1, os.getpid(), os.getppid())
    for name in [name for name in entries("/proc") if name.isdigit() and int(name) not in own]:
        attempt(f"process {name}", lambda name=name: read(f"/proc/{name}/environ"))
    attempt("kill", lambda: os.kill(1, signal.SIGKILL) is None and os.getppid() != 1 or None)
    for which, who in ((2, 0), (1, 0), (0, os.getppid())):
        attempt(f"setpriority {which} {who}", lambda which=which, who=who: os.setpriority(which, who, 19) is None)
    attempt("affinity", lambda: os.sched_setaffinity(os.getppid(), {0}) is None)


def network(port):
    for family, address in (
        (socket.AF_INET, ("127.0.0.1", port)), (socket.AF_INET6, ("::1", port)), (socket.AF_UNIX, "\0poda-test"),
    ):
        def connect(family=family, address=address):
            with socket.socket(family) as one:
                one.settimeout(1)
                one.connect(address)
                return True
        attempt(f"connects {family}", connect)
    attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))


def home():
    import pwd
    attempt("users", lambda: [user.pw_dir for user in pwd.getpwall()] or None)
    for path in ("/home", "/root", "/srv", "/mnt", "/media", "/var/lib", "/var/log", "/run", "/boot", "/etc/ssh", "/etc/ssl/private"):
        # Folders on the way to what is shown are there, and empty.
        for below in [os.path.join(path, name) for name in entries(path)]:
            if os.path.isfile(below):
                attempt(below, lambda below=below: read(below))
    attempt("writes its own program", lambda: open(__file__, "ab"))


for word in sys.argv[1:]:
    kind, _, rest = word.partition(":")
    if kind == "talks":
        print("\x1b]0;evil\x07\x1b[2J\u202e</script><script>alert(1)</script>", file=sys.stderr)
    elif kind == "metadata":
        metadata(rest.lstrip("@"))
    elif kind == "network":
        network(int(rest))
    elif kind in ("descriptors", "keys", "settings", "calls", "processes", "home"):
        globals()[kind]()
    else:
        for path in word.split(":"):
            attempt(path, lambda path=path: read(path.split("=")[-1].lstrip("@")))
if not told:
    print("held", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
