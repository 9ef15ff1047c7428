/// <reference types="node" />
import { createHash } from 'node:crypto'
import { namespaces } from '@sukoyaka/phrases/all'
import react from '@vitejs/plugin-react'
import customMedia from 'postcss-custom-media'
import { defineConfig } from 'vite'
import { chunkGroup, noCircularChunks } from './build/chunks.ts'
import { precompress } from './build/precompress.ts'
import { constantTokens, sharedMedia } from './build/style-plugins.ts'
import { wireForBrowser } from './build/wire-for-browser.ts'

const phrases = createHash('sha256').update(JSON.stringify(namespaces)).digest('hex').slice(0, 12)

export default defineConfig({
  resolve: { alias: { 'react-i18next': `${import.meta.dirname}/src/i18n/react-i18next.ts` } },
  plugins: [wireForBrowser(), react(), noCircularChunks(), precompress()],
  worker: { format: 'es', plugins: () => [wireForBrowser()] },
  define: { __PHRASES__: JSON.stringify(phrases) },
  css: { postcss: { plugins: [sharedMedia, customMedia(), constantTokens] }, modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // short hashes, because the entry chunk lists the names of all chunks
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { includeDependenciesRecursively: false, groups: [chunkGroup()] },
      },
    },
  },
})
