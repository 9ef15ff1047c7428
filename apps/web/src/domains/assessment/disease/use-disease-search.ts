import type { Disease } from '@sukoyaka/wire/care/assessment'
import { useEffect, useState } from 'react'
import { useAppDispatch } from '../../../api/store.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { assessmentApi } from '../api.ts'

const { listDiseases } = assessmentApi.endpoints
const waitsFor = 250

type Answer = { text: string; items?: Disease[]; failed?: boolean }

/** Debounced search for diseases by name; outdated requests are aborted. */
export const useDiseaseSearch = (text: string) => {
  const dispatch = useAppDispatch()
  const wanted = text.trim()
  const settled = useDebounced(wanted, waitsFor)
  const [answer, setAnswer] = useState<Answer>({ text: '' })
  useEffect(() => {
    if (settled === '') return setAnswer({ text: '' })
    const asked = dispatch(listDiseases.initiate({ q: { name_cont: settled } }))
    let gone = false
    void asked.then(({ data, isError }) => {
      if (!gone) setAnswer({ text: settled, items: data?.items, failed: isError })
    })
    return () => {
      gone = true
      asked.abort()
      asked.unsubscribe()
    }
  }, [settled, dispatch])
  const isWaiting = wanted !== '' && answer.text !== wanted
  return { items: wanted === '' ? [] : (answer.items ?? []), failed: !isWaiting && answer.failed === true, isWaiting, wanted }
}
