import { cacheDrizzleResolution } from './app/drizzle-resolution.ts'

cacheDrizzleResolution()
// a static import would be resolved before the hook is registered
await import('./app/start.ts')
