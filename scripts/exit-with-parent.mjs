// Preloaded into a child process with an IPC channel: when the parent ends for any reason, the child gets SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
