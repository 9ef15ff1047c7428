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

/** The view that is open in a card's dialog: the list, a new row, or this row as it was when it was opened. */
export type OpenView<T> = 'list' | 'new' | T
