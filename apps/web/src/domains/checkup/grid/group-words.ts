import type { useTranslation } from 'react-i18next'

const groups = [
  'body',
  'blood_pressure',
  'blood_count',
  'liver',
  'pancreas_muscle',
  'lipid',
  'glucose',
  'kidney',
  'uric_acid',
  'electrolyte',
  'iron',
  'inflammation',
  'immunology',
  'coagulation',
  'thyroid',
  'hormone',
  'tumor_marker',
  'digestive',
  'vitamin_mineral',
  'infection',
  'urine',
  'lung',
  'bone',
  'eye',
  'hearing',
  'cardiovascular',
  'fitness',
  'sleep',
] as const
type Group = (typeof groups)[number]
const isKnown = (name: string): name is Group => (groups as readonly string[]).includes(name)

type T = ReturnType<typeof useTranslation<'results'>>['t']

/** Falls back to the group's own name without a translation. */
export const groupWord = (t: T, name: string): string => (isKnown(name) ? t(`group.${name}`) : name)
