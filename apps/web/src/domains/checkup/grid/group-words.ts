import { resultGroups } from '@sukoyaka/wire/record/result-group'
import type { useTranslation } from 'react-i18next'

type Group = (typeof resultGroups)[number]
const isKnown = (name: string): name is Group => (resultGroups as readonly string[]).includes(name)

type T = ReturnType<typeof useTranslation<'results'>>['t']

/** The translated name of a group; the group's own name if there is no translation. */
export const groupWord = (t: T, name: string): string => (isKnown(name) ? t(`group.${name}`) : name)
