import type { Disease } from '@sukoyaka/wire/care/assessment'
import { useEffect, useState } from 'react'
import { useAppDispatch } from '../../../api/store.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { assessmentApi } from '../api.ts'

const { listDiseases } = assessmentApi.endpoints

type SearchResult = { text: string; items?: Disease[]; failed?: boolean }

/** Debounced search for diseases by name; outdated requests are aborted. */
export const useDiseaseSearch = (text: string) => {
  const dispatch = useAppDispatch()
  const wanted = text.trim()
  const debounced = useDebounced(wanted)
  const [result, setResult] = useState<SearchResult>({ text: '' })
  useEffect(() => {
    if (debounced === '') return setResult({ text: '' })
    const request = dispatch(listDiseases.initiate({ q: { name_cont: debounced } }))
    let isCancelled = false
    void request.then(({ data, isError }) => {
      if (!isCancelled) setResult({ text: debounced, items: data?.items, failed: isError })
    })
    return () => {
      isCancelled = true
      request.abort()
      request.unsubscribe()
    }
  }, [debounced, dispatch])
  const isWaiting = wanted !== '' && result.text !== wanted
  return { items: wanted === '' ? [] : (result.items ?? []), failed: !isWaiting && result.failed === true, isWaiting, wanted }
}
