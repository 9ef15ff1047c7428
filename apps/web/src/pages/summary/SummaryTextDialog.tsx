import { listAssessments } from '@sukoyaka/wire/care/assessment'
import type { Endpoint, Input, Reply } from '@sukoyaka/wire/endpoint'
import { listPatients } from '@sukoyaka/wire/people/patient'
import { listTestResults } from '@sukoyaka/wire/record/checkup'
import { listFamilyPastIllnesses, listPastIllnesses, listPerformedOperations } from '@sukoyaka/wire/record/illness'
import { listMedicineIntakes, listSupplementIntakes } from '@sukoyaka/wire/record/medication'
import { IconCopy } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '../../api/call-endpoint.ts'
import { type Dispatch, useAppDispatch } from '../../api/store.ts'
import { numericPart, numericTypes } from '../../domains/checkup/api.ts'
import { Button } from '../../ui/button/Button.tsx'
import { QueryContent, useQueryState } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import classes from './SummaryText.module.css'
import { type SummaryFacts, summaryText } from './summary-text.ts'

/** Fetches fresh data instead of the page's cache, because the text leaves the system. */
const fetchFacts = async (dispatch: Dispatch, user_id: number): Promise<SummaryFacts | undefined> => {
  const fetchEndpoint = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> => {
    const { data } = await dispatch(callEndpoint(endpoint, input))
    if (!data) throw new Error('failed to load the summary')
    return data
  }
  const [patients, assessments, pastIllnesses, familyIllnesses, operations, medicines, supplements, results] = await Promise.all([
    fetchEndpoint(listPatients, { q: { id_eq: user_id }, include: ['care_people', 'allergy_reactions'] }),
    fetchEndpoint(listAssessments, { user_id, include: ['disease'] }),
    fetchEndpoint(listPastIllnesses, { user_id, include: ['disease'] }),
    fetchEndpoint(listFamilyPastIllnesses, { user_id, include: ['disease'] }),
    fetchEndpoint(listPerformedOperations, { user_id }),
    fetchEndpoint(listMedicineIntakes, { user_id, include: ['medicine'] }),
    fetchEndpoint(listSupplementIntakes, { user_id, include: ['supplement'] }),
    fetchEndpoint(listTestResults, { user_id, count: 1, types: numericTypes, include: ['category', 'range', 'untold'] }).then(numericPart),
  ])
  const patient = patients.items[0]
  return (
    patient && {
      patient,
      assessments: assessments.items,
      past_illnesses: pastIllnesses.items,
      family_past_illnesses: familyIllnesses.items,
      performed_operations: operations.items,
      medicine_intakes: medicines.items,
      supplement_intakes: supplements.items,
      results: results.items,
      untold: results.untold ?? [],
      ranges: results.ranges ?? [],
    }
  )
}

/** Patient summary as text, shown before copying. */
export function SummaryTextDialog({ user_id, onClose }: { user_id: number; onClose: () => void }) {
  const { t } = useTranslation(['patient', 'common'])
  const dispatch = useAppDispatch()
  const [summary, setSummary] = useState<string>()
  const [isError, setError] = useState(false)
  const box = useRef<HTMLPreElement>(null)

  const load = useCallback(async () => {
    setError(false)
    const facts = await fetchFacts(dispatch, user_id).catch(() => undefined)
    if (facts) setSummary(summaryText(facts, new Date()))
    else setError(true)
  }, [dispatch, user_id])
  useEffect(() => void load(), [load])

  const copy = async () => {
    if (summary === undefined) return
    try {
      await navigator.clipboard.writeText(summary)
      toast.success(t('patient:text.copied'))
      onClose()
    } catch {
      // if clipboard access is denied, select the text for manual copying
      if (box.current) getSelection()?.selectAllChildren(box.current)
      toast.error(t('patient:text.notCopied'))
    }
  }
  const query = { currentData: summary, isError, isFetching: !isError, refetch: load }
  const state = useQueryState(query)
  return (
    <Dialog
      title={t('patient:text.title')}
      subtitle={t('patient:text.subtitle')}
      width={640}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('common:action.close')}
          </Button>
          <Button kind="primary" icon={<IconCopy aria-hidden />} disabled={state.data === undefined} onClick={() => void copy()}>
            {t('patient:text.copy')}
          </Button>
        </>
      )}
    >
      <div aria-busy={(state.data === undefined && !state.isFailed) || undefined}>
        <QueryContent
          state={state}
          query={query}
          error={t('patient:text.error')}
          skeleton={
            <div className={classes.waiting}>
              <SkeletonLines count={8} />
            </div>
          }
        >
          {(text) => (
            <pre ref={box} className={classes.text} lang="ja">
              {text}
            </pre>
          )}
        </QueryContent>
      </div>
    </Dialog>
  )
}
