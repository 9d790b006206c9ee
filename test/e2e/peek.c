/* Tries to look into processes from outside: a child of its own first, then those that are named. One line for each: read, trace. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

static char byte = 1;

static void look(pid_t pid) {
  char into = 0;
  struct iovec local = {&into, 1}, remote = {&byte, 1};
  long copied = process_vm_readv(pid, &local, 1, &remote, 1, 0);
  int read_error = copied == 1 ? 0 : errno;
  int trace_error = ptrace(PTRACE_SEIZE, pid, 0, 0) == 0 ? 0 : errno;
  printf("%s %s\n", read_error == EPERM ? "refused" : read_error ? "other" : "read",
         trace_error == EPERM ? "refused" : trace_error ? "other" : "traced");
}

int main(int count, char **pids) {
  pid_t own = fork();
  if (own == 0) for (;;) pause();
  look(own);
  kill(own, SIGKILL);
  for (int at = 1; at < count; at++) look(atoi(pids[at]));
  return 0;
}
