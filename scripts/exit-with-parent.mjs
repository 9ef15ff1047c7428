// Preloaded into a child server: when the parent script ends for any reason, the server shuts down as on SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
