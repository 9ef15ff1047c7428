import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Name = 'results' | 'images' | 'symptoms' | 'lifestyle' | 'activity' | 'sleep'
type Body = ComponentType<{ user_id: number }>
type Tab = {
  name: Name
  Tab: LazyExoticComponent<Body> /** Fetches it before it is opened: it is then drawn with its page, not after it. */
  fetch: () => Promise<unknown>
}

const tab = <N extends string>(name: Name, load: () => Promise<Record<N, Body>>, component: N): Tab => {
  let here: { default: Body } | undefined
  const fetch = async () => (here = { default: (await load())[component] })
  return { name, fetch, Tab: lazy(() => (here ? already(here) : fetch())) }
}

/** A promise answers a moment later even of what is there, and for that moment the page would be drawn without it. */
// biome-ignore lint/suspicious/noThenProperty: it is meant to be taken for a promise
const already = <T,>(value: T) => ({ then: (hear: (value: T) => void) => hear(value) }) as Promise<T>

/** What is known of a patient's body, one kind of data a tab. The words are `database.<name>` in the phrases of the patient. */
export const tabs: readonly [Tab, ...Tab[]] = [
  tab('results', () => import('./ResultsPage.tsx'), 'ResultsPage'),
  tab('images', () => import('../../domains/imaging/ImagesTab.tsx'), 'ImagesTab'),
  tab('symptoms', () => import('../../domains/symptom/SymptomsTab.tsx'), 'SymptomsTab'),
  tab('lifestyle', () => import('../../domains/lifestyle/LifestyleTab.tsx'), 'LifestyleTab'),
  tab('activity', () => import('./ActivityAndRecords.tsx'), 'ActivityAndRecords'),
  tab('sleep', () => import('../../domains/activity/SleepTab.tsx'), 'SleepTab'),
]
