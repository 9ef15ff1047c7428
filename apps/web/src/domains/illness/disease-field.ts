import type { Disease } from '@sukoyaka/wire/care/assessment'
import type { ComponentType } from 'react'

export type ChosenDisease = { text: string; disease: Disease | null }

/** How a disease is found, which another domain knows: the page brings it. */
export type DiseaseField = ComponentType<ChosenDisease & { onChange: (chosen: ChosenDisease) => void; error?: string; onLacking: (isLacking: boolean) => void }>

/** What of a card's dialog is open: all its rows, a new one, or one by its number. */
export type At = 'list' | 'new' | number
