import { IconArrowLeft } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { BulkComposer } from '../../domains/bulk-message/BulkComposer.tsx'
import { BulkList } from '../../domains/bulk-message/BulkList.tsx'
import { type Named, newDraft, type Values } from '../../domains/bulk-message/choice.ts'
import { CannedReplyPicker } from '../../domains/canned-reply/CannedReplyPicker.tsx'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './BulkMessagesPage.module.css'

const BulkDetailDialog = lazyNamed(() => import('../../domains/bulk-message/BulkDetailDialog.tsx'), 'BulkDetailDialog')

/** 404 without `bulk_messages.write`. */
export function BulkMessagesPage() {
  // load all namespaces together: one loading later would suspend the whole page
  useTranslation(['bulk_message', 'canned_reply'])
  if (!usePermission('bulk_messages.write')) throw new PageError(404)
  return <BulkMessages />
}

function BulkMessages() {
  const { t } = useTranslation('bulk_message')
  usePageTitle(t('page.title'))
  const [params, setParams] = useSearchParams()
  const opened = params.get('opened') ?? ''
  const open = (id: number | undefined) => setParams(id === undefined ? {} : { opened: String(id) }, { replace: true })
  const [given, setGiven] = useState(useListedPatients())
  const restoreDraft = (values: Values) => {
    setGiven({ ...values })
    open(undefined)
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('page.title')}</h1>
        <ButtonLink kind="ghost" size="small" icon={<IconArrowLeft aria-hidden />} to="/messages">
          {t('back')}
        </ButtonLink>
      </header>
      <BulkComposer
        canned={(onInsert) => <CannedReplyPicker size="small" onInsert={onInsert} />}
        onSent={open}
        given={given}
        list={<BulkList onOpen={open} />}
      />
      <Suspense>{idPattern.test(opened) ? <BulkDetailDialog id={Number(opened)} onClose={() => open(undefined)} onDraft={restoreDraft} /> : null}</Suspense>
    </div>
  )
}

/**
 * The people of the list that this page was opened from, such as those with an overdue checkup. They are not in the URL, because that is health data. The
 * history entry gives them once: when the user comes back to the page, the form has the recipients of its draft.
 */
const useListedPatients = (): Values | undefined => {
  const { state, pathname, search } = useLocation() as Location<{ patients?: Named[] } | null>
  const navigate = useNavigate()
  const [patients] = useState(state?.patients)
  const isTaken = !state?.patients
  useEffect(() => {
    if (!isTaken) void navigate({ pathname, search }, { replace: true })
  }, [isTaken, navigate, pathname, search])
  return patients?.length ? { body: '', draft: { ...newDraft, mode: 'list', patients } } : undefined
}
