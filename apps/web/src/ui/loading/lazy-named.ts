import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: the constraint of React's `lazy`
type AnyComponent = ComponentType<any>

/** `lazy` for a named export: `lazyNamed(() => import('../page/Dialog.tsx'), 'Dialog')`. */
export const lazyNamed = <Name extends string, Module extends Record<Name, AnyComponent>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> => lazy(async () => ({ default: (await load())[name] }))
