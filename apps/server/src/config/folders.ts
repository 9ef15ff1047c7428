import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
/** Whether this is the bundle in `dist`, and not a file of `src`. */
const isBundled = basename(import.meta.dirname) === 'dist'

/** `apps/server`, for a file of the sources as for one of the bundle in `dist`. */
export const serverFolder = dirname(require.resolve('@sukoyaka/server/package.json'))
export const repositoryFolder = join(serverFolder, '../..')
export const referenceFolder = join(serverFolder, 'reference-data')

/** A file in `src` that is read, not imported. */
export const sourceFile = (path: string) => join(serverFolder, 'src', path)

/** A file in `src` that runs in a worker or a process of its own; each is an entry of the bundle (`scripts/build.mjs`). */
export const entryFile = (path: string) => (isBundled ? join(serverFolder, 'dist', basename(path).replace(/\.ts$/, '.js')) : sourceFile(path))

/** The folder of an installed package. */
export const packageFolder = (name: string) => dirname(require.resolve(`${name}/package.json`))
