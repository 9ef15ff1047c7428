// Loaded into a server that a script started: when the script is gone, however it went, the server ends as if it was asked to.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
