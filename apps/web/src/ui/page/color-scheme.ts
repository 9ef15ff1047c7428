import { useSyncExternalStore } from 'react'
import { makeListeners } from './observable.ts'

export const schemes = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof schemes)[number]

const storageKey = 'sukoyaka.ui.color-scheme'
const formerStorageKey = 'mantine-color-scheme-value'
const attribute = 'data-color-scheme'

const darkQuery = () => matchMedia('(prefers-color-scheme: dark)')
const { emit, subscribe } = makeListeners()

export const readScheme = (): Scheme => {
  const stored = localStorage.getItem(storageKey)
  return schemes.find((scheme) => scheme === stored) ?? 'auto'
}

const resolvedScheme = () => {
  const scheme = readScheme()
  return scheme === 'auto' ? (darkQuery().matches ? 'dark' : 'light') : scheme
}

const apply = () => {
  document.documentElement.setAttribute(attribute, resolvedScheme())
  emit()
}

/** Moves a setting made before the key was renamed. */
const moveFormerSetting = () => {
  const former = localStorage.getItem(formerStorageKey)
  if (former === null) return
  if (localStorage.getItem(storageKey) === null) localStorage.setItem(storageKey, former)
  localStorage.removeItem(formerStorageKey)
}

/** Applies the scheme before React renders, and again when the device or another tab changes it. */
export const startScheme = () => {
  moveFormerSetting()
  apply()
  darkQuery().addEventListener('change', apply)
  addEventListener('storage', ({ key }) => key === storageKey && apply())
}

export const setScheme = (scheme: Scheme) => {
  localStorage.setItem(storageKey, scheme)
  apply()
}

export const useScheme = () => useSyncExternalStore(subscribe, readScheme)
/** The scheme shown, with `auto` resolved. */
export const useShownScheme = () => useSyncExternalStore(subscribe, resolvedScheme)
