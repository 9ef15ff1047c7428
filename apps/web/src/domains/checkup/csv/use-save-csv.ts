import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../../api/store.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Grid, Row } from '../grid/model.ts'
import type { Audience } from '../spoken.ts'
import { useCsvWords } from './use-csv-words.ts'

/** Returns a function that saves the chosen items as a CSV file of this name. */
export const useSaveCsv = (grid: Grid, audience: Audience) => {
  const { t } = useTranslation('results')
  const dispatch = useAppDispatch()
  const words = useCsvWords(audience)
  return async (name: string, isChosen: (row: Row) => boolean = () => true) => {
    const outcome = await import('./save-csv.ts').then(({ saveCsv }) => saveCsv(dispatch, { name, grid, isChosen, words })).catch(() => 'failed' as const)
    if (outcome !== 'complete') toast.error(t(outcome === 'cut' ? 'cut' : 'csv.failed'))
  }
}
