import { combineQueries } from '../../api/combine-queries.ts'
import { useListMedicineIntakesQuery, useListSupplementIntakesQuery } from './api.ts'

/** Medicines and supplements as one query. `items` has both lists, so that the card counts as empty only if both are. */
export const useIntakes = (user_id: number) => {
  const medicines = useListMedicineIntakesQuery({ user_id, include: ['medicine'] })
  const supplements = useListSupplementIntakesQuery({ user_id, include: ['supplement'] })
  const currentData =
    medicines.currentData && supplements.currentData
      ? {
          medicines: medicines.currentData.items,
          supplements: supplements.currentData.items,
          items: [...medicines.currentData.items, ...supplements.currentData.items],
        }
      : undefined
  return { currentData, ...combineQueries(medicines, supplements) }
}
