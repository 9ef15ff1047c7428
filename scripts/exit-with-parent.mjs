// Preloaded into a child server: when the parent process ends for any reason, the server gets SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
