import type { Disease } from '@sukoyaka/wire/care/assessment'
import type { ComponentType } from 'react'

export type ChosenDisease = { text: string; disease: Disease | null }

/** Disease picker of another domain, passed in by the page. */
export type DiseaseField = ComponentType<
  ChosenDisease & { onChange: (chosen: ChosenDisease) => void; error?: string; onCreating: (isCreating: boolean) => void }
>

/** Open view of a card's dialog: the list, a new row, or a row id. */
export type OpenView = 'list' | 'new' | number
