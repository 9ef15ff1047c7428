import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type TabName = 'results' | 'images' | 'symptoms' | 'lifestyle' | 'activity' | 'sleep'
type TabComponent = ComponentType<{ user_id: number }>
type Tab = {
  name: TabName
  Tab: LazyExoticComponent<TabComponent>
  /** Preloads the tab, so that it renders together with the page. */
  fetch: () => Promise<unknown>
}

const lazyTab = <N extends string>(name: TabName, load: () => Promise<Record<N, TabComponent>>, component: N): Tab => {
  let loaded: { default: TabComponent } | undefined
  const fetch = async () => (loaded = { default: (await load())[component] })
  return { name, fetch, Tab: lazy(() => (loaded ? resolvedThenable(loaded) : fetch())) }
}

/** A resolved promise still suspends React for one tick; a synchronous thenable does not. */
// biome-ignore lint/suspicious/noThenProperty: a thenable on purpose
const resolvedThenable = <T,>(value: T) => ({ then: (resolve: (value: T) => void) => resolve(value) }) as Promise<T>

/** Tabs by kind of data. Labels are the keys `database.<name>` of the patient namespace. */
export const tabs: readonly [Tab, ...Tab[]] = [
  lazyTab('results', () => import('./ResultsPage.tsx'), 'ResultsPage'),
  lazyTab('images', () => import('../../domains/imaging/ImagesTab.tsx'), 'ImagesTab'),
  lazyTab('symptoms', () => import('../../domains/symptom/SymptomsTab.tsx'), 'SymptomsTab'),
  lazyTab('lifestyle', () => import('../../domains/lifestyle/LifestyleTab.tsx'), 'LifestyleTab'),
  lazyTab('activity', () => import('./ActivityAndRecords.tsx'), 'ActivityAndRecords'),
  lazyTab('sleep', () => import('../../domains/activity/SleepTab.tsx'), 'SleepTab'),
]
