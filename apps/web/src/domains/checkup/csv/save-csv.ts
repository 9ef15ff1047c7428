import type { Dispatch } from '../../../api/store.ts'
import { loadCompleteGrid } from '../grid/complete.ts'
import type { Grid, Row } from '../grid/model.ts'
import { downloadText } from './download.ts'
import { type CsvWords, resultsCsv } from './results-csv.ts'

/** Saves all values of the chosen items, also those that the grid lacks. Says whether the file has all, or that it could not be made. */
export const saveCsv = async (
  dispatch: Dispatch,
  { name, grid, isChosen, words }: { name: string; grid: Grid; isChosen: (row: Row) => boolean; words: CsvWords },
): Promise<'complete' | 'cut' | 'failed'> => {
  const loaded = await loadCompleteGrid(dispatch, grid, isChosen)
  if (!loaded) return 'failed'
  const rows = loaded.grid.groups.flatMap((group) => group.rows.filter(isChosen))
  downloadText(`${name}.csv`, resultsCsv(loaded.grid, rows, words))
  return loaded.isComplete ? 'complete' : 'cut'
}
