/// <reference types="node" />
import { createHash } from 'node:crypto'
import { namespaces } from '@sukoyaka/phrases/all'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { wireForBrowser } from './build/wire-for-browser.ts'

const phrases = createHash('sha256').update(JSON.stringify(namespaces)).digest('hex').slice(0, 12)
const server = process.env.SERVER_URL ?? 'http://127.0.0.1:3000'
const served = Object.fromEntries(
  ['/api', '/locales', '/config.json', '/files', '/users', '/test_packages', '/interviews', '/dev/mailbox'].map((path) => [path, server]),
)

/** Many small files compress worse than one: what every page loads first, and what stands around every page of who is signed in. */
const together = [
  {
    name: 'first',
    priority: 2,
    test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|react-redux|redux|redux-thunk|use-sync-external-store|i18next|react-i18next|html-parse-stringify|void-elements)\//,
  },
  {
    name: 'shell',
    priority: 1,
    test: /apps\/web\/src\/(ui\/(Avatar|UnreadBadge|RemindBell|Empty|Skeleton|SearchInput|Segmented|Floating|ResizablePanel|Badge|Card|ListCard|StatusMark|marks|DateText|chat-slot|MenuButton|TabLinks)\.tsx?|kit\/(use-may|use-settled|keys|foresee)\.ts|message\/(api|sidebar\/[\w-]+)\.tsx?)$/,
  },
]

export default defineConfig({
  plugins: [wireForBrowser(), react(), precompress()],
  define: { __PHRASES__: JSON.stringify(phrases) },
  css: { postcss: { plugins: [mantine()] }, modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (_, names) => names.filter((name) => name.endsWith('.css')) },
    reportCompressedSize: false,
    // the first page names every file that others may need: a name costs what it is long
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: together },
      },
    },
  },
  server: { proxy: served },
})
