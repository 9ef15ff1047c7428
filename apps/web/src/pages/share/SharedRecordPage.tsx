import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { CallError } from '../../api/call-error.ts'
import { useGetSharedRecordQuery, useWatchSharedRecordQuery } from '../../domains/share/api.ts'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { usePageTitle } from '../../ui/page/title.ts'
import { PasscodeForm } from './PasscodeForm.tsx'
import { RecordSheet } from './RecordSheet.tsx'
import { VisitFrame } from './VisitFrame.tsx'

/** Polling intervals of an open page: `defaultWatchMs` to notice that the patient stopped the share or changed its parts, `pollMs` for changes of the record. */
const [defaultWatchMs, pollMs] = [4_000, 60_000]

const codeOf = (error: unknown) => (error as CallError | undefined)?.code

/** What a patient shares, for a doctor without an account: first the passcode, then the record. */
export function SharedRecordPage({ watchMs = defaultWatchMs }: { watchMs?: number }) {
  const { t } = useTranslation('share')
  const { token = '' } = useParams()
  usePageTitle(t('visit.title'))
  const [hasOpened, setOpened] = useState(false)
  const [isShown, setShown] = useState(false)
  const { currentData, error, isFetching, refetch } = useGetSharedRecordQuery({ token }, { pollingInterval: isShown ? pollMs : 0 })
  const code = codeOf(error)
  // a form for the passcode must not be replaced while somebody types: only a record is read again
  const hasRecord = currentData !== undefined && code !== 'share_closed'
  // also while the record could not be read again: it is still shown
  const watched = useWatchSharedRecordQuery({ token }, { pollingInterval: watchMs, skip: !hasRecord })
  if (hasRecord !== isShown) setShown(hasRecord)
  // a closed share is hidden at once, not only after the record's refetch has failed
  const hasClosed = codeOf(watched.error) === 'share_closed'
  const watchedParts = watched.currentData?.parts.join()
  const hasOtherParts = watchedParts !== undefined && watchedParts !== currentData?.parts.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts that change again are read again
  useEffect(() => {
    if (hasClosed || hasOtherParts) void refetch()
  }, [hasClosed, hasOtherParts, watchedParts, refetch])
  if (code === 'share_closed')
    return (
      <PasscodeForm
        token={token}
        hasEnded={hasOpened}
        isReading={isFetching}
        onOpened={() => {
          setOpened(true)
          void refetch()
        }}
      />
    )
  if (hasRecord && !hasClosed) return <RecordSheet token={token} record={currentData} />
  return <VisitFrame>{error && !isFetching ? <ErrorState title={t('visit.error')} onRetry={() => void refetch()} /> : <SkeletonLines count={8} />}</VisitFrame>
}
