import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Name = 'results' | 'images' | 'symptoms' | 'lifestyle' | 'activity' | 'sleep'
type Body = ComponentType<{ user_id: number }>
type Tab = {
  name: Name
  Tab: LazyExoticComponent<Body> /** Preloads the tab, so that it renders together with the page. */
  fetch: () => Promise<unknown>
}

const tab = <N extends string>(name: Name, load: () => Promise<Record<N, Body>>, component: N): Tab => {
  let here: { default: Body } | undefined
  const fetch = async () => (here = { default: (await load())[component] })
  return { name, fetch, Tab: lazy(() => (here ? already(here) : fetch())) }
}

/** A resolved promise still suspends React for one tick; a synchronous thenable does not. */
// biome-ignore lint/suspicious/noThenProperty: a thenable on purpose
const already = <T,>(value: T) => ({ then: (hear: (value: T) => void) => hear(value) }) as Promise<T>

/** Tabs by kind of data. Labels are the keys `database.<name>` of the patient namespace. */
export const tabs: readonly [Tab, ...Tab[]] = [
  tab('results', () => import('./ResultsPage.tsx'), 'ResultsPage'),
  tab('images', () => import('../../domains/imaging/ImagesTab.tsx'), 'ImagesTab'),
  tab('symptoms', () => import('../../domains/symptom/SymptomsTab.tsx'), 'SymptomsTab'),
  tab('lifestyle', () => import('../../domains/lifestyle/LifestyleTab.tsx'), 'LifestyleTab'),
  tab('activity', () => import('./ActivityAndRecords.tsx'), 'ActivityAndRecords'),
  tab('sleep', () => import('../../domains/activity/SleepTab.tsx'), 'SleepTab'),
]
