import { endpoints } from '@sukoyaka/wire/all'
import { pages } from '@sukoyaka/wire/pages'
import { expect, test } from 'vitest'
import { isForServer } from '../apps/web/build/dev-proxy.ts'

const filled = (path: string) => path.replace(':token', 'x'.repeat(24)).replace(/:\w+/g, '1')

test('in development the server gets every call, and Vite every page', () => {
  const calls = endpoints.map(({ endpoint: { method, path } }) => ({ method, path: filled(path) }))
  expect(calls.filter(({ method, path }) => !isForServer(method, `${path}?page=1`))).toEqual([])
  expect(pages.filter((page) => isForServer('GET', filled(page)))).toEqual([])
  expect(isForServer('GET', '/locales/ja/patient.json')).toBe(true)
  expect(isForServer('GET', '/src/app/main.tsx')).toBe(false)
})
