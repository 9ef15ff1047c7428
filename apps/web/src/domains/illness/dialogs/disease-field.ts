import type { Disease } from '@sukoyaka/wire/care/assessment'
import type { ComponentType } from 'react'

export type ChosenDisease = { text: string; disease: Disease | null }

/**
 * Type of the field to choose a disease. The component is in the domain `assessment`, which this domain does not import, so the page passes it to the
 * dialogs. `onCreating` is called with whether the form for a new disease is open.
 */
export type DiseaseField = ComponentType<
  ChosenDisease & { onChange: (chosen: ChosenDisease) => void; error?: string; onCreating: (isCreating: boolean) => void }
>

/** What a card's dialog shows: the list, the form for a new row, or the form for an existing row. `T` is that row, as it was when its form was opened. */
export type OpenView<T> = 'list' | 'new' | T
