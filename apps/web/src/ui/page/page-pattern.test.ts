import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { makeRouter } from '../../app/router.tsx'
import { pagePattern } from './page-pattern.ts'

const pathsOf = (routes: readonly RouteObject[]): string[] => routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])])
const paths = pathsOf(makeRouter('').routes).filter((path) => path !== '*')

test('reports name each page of the router, without ids, tokens and what is behind them', () => {
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths.flatMap((each) => [each.replaceAll('?', ''), each.replaceAll(/\/:\w+\?/g, '')])) {
    const pathname = `/${path.replaceAll(/:(token|page|table)\b/g, 'a_b').replaceAll(/:\w+/g, '12')}`
    expect({ pathname, pattern: pagePattern(pathname) }).not.toEqual({ pathname, pattern: '/unknown' })
    expect(pagePattern(pathname)).not.toMatch(/\d|a_b/)
  }
})
