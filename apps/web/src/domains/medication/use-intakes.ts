import { useListMedicineIntakesQuery, useListSupplementIntakesQuery } from './api.ts'

/** Both lists as one query: pending until both are loaded, failed if either fails. */
export const useIntakes = (user_id: number) => {
  const medicines = useListMedicineIntakesQuery({ user_id, include: ['medicine'] })
  const supplements = useListSupplementIntakesQuery({ user_id, include: ['supplement'] })
  const intakes =
    medicines.currentData && supplements.currentData ? { medicines: medicines.currentData.items, supplements: supplements.currentData.items } : undefined
  const queries = [medicines, supplements]
  return {
    intakes,
    query: {
      currentData: intakes && { items: [...intakes.medicines, ...intakes.supplements] },
      isError: queries.some(({ isError, currentData }) => isError && !currentData),
      isFetching: queries.some(({ isFetching, currentData }) => isFetching && !currentData),
      refetch: () => {
        for (const query of queries) if (query.isError) void query.refetch()
      },
    },
  }
}
