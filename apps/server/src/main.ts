import './app/cache-drizzle-resolution.ts'

// a static import would be resolved before the hook is registered
await import('./app/start.ts')
