import './app/cache-drizzle-resolution.ts'

// a static import would be resolved before the hook is registered
await import('./app/start.ts')
// while this variable is set, `node --watch` makes every thread send the paths of its imports among its messages
delete process.env.WATCH_REPORT_DEPENDENCIES
