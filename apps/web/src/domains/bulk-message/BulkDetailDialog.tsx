import { fullName } from '@sukoyaka/rules/person'
import { type BulkMessage, type BulkRecipient, recipientStates } from '@sukoyaka/wire/boards/bulk-message'
import type { Person } from '@sukoyaka/wire/people/account'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatTime, useLanguage } from '../../ui/date/tokyo.ts'
import { withPreviousPage } from '../../ui/loading/previous-page.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../ui/loading/use-existing-page.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { useGetBulkMessageQuery, useLazyGetBulkChoiceQuery, useListBulkRecipientsQuery } from './api.ts'
import classes from './Bulk.module.css'
import { draftOfChoice, type Values } from './choice.ts'
import { StateLine } from './StateLine.tsx'

/** Result per recipient; polls while the message is held or being sent. */
export function BulkDetailDialog({ id, onClose, onDraft }: { id: number; onClose: () => void; onDraft: (values: Values) => void }) {
  const { t } = useTranslation('bulk_message')
  const [isPolling, setPolling] = useState(true)
  const query = useGetBulkMessageQuery({ id }, { pollingInterval: isPolling ? 2000 : 0 })
  const { currentData } = query
  const isUnfinished = !currentData || currentData.state === 'held' || currentData.state === 'sending'
  if (isUnfinished !== isPolling) setPolling(isUnfinished)
  const { restoreDraft, isReadingDraft } = useRestoreDraft(onDraft)
  return (
    <Dialog title={t(currentData ? `detail.title.${currentData.state}` : 'detail.title')} width={640} onClose={onClose}>
      <QueryView query={query} error={t('detail.error')} skeleton={<SkeletonLines count={5} />}>
        {(bulk) => (
          <>
            <StateLine bulk={bulk} isReadingDraft={isReadingDraft} onDraft={() => void restoreDraft(bulk)} />
            <h3 className={classes.heading}>{t('detail.body')}</h3>
            <p className={classes.well} lang="ja">
              {bulk.body}
            </p>
            <h3 className={classes.heading}>{t('detail.recipients')}</h3>
            <Recipients bulk={bulk} isPolling={isUnfinished} />
          </>
        )}
      </QueryView>
    </Dialog>
  )
}

/** Restores the text and the choice of recipients of a stopped message. The choice has only ids, so names are requested for the form. */
const useRestoreDraft = (onDraft: (values: Values) => void) => {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  const [readChoice, { isFetching }] = useLazyGetBulkChoiceQuery()
  const restoreDraft = async ({ id, body, choice }: BulkMessage) => {
    const { data } = await readChoice({ id })
    if (!data) return void toast.error(t('detail.draftFailed'))
    const namedPeople = (people: readonly Person[]) => people.map((person) => ({ id: person.id, name: fullName(person, language) }))
    const diseases = data.diseases.map(({ id, name_local }) => ({ id, name: name_local }))
    onDraft({ body, draft: draftOfChoice(choice, { patients: namedPeople(data.patients), doctors: namedPeople(data.doctors), diseases }) })
  }
  return { restoreDraft, isReadingDraft: isFetching }
}

type State = BulkRecipient['state'] | 'all'

function Recipients({ bulk, isPolling }: { bulk: BulkMessage; isPolling: boolean }) {
  const { t } = useTranslation('bulk_message')
  const [state, setState] = useState<State>('all')
  const [page, setPage] = useState(1)
  const queryArgs = { id: bulk.id, page, ...(state !== 'all' && { state }) }
  const list = useListBulkRecipientsQuery(queryArgs, { pollingInterval: isPolling ? 3000 : 0 })
  const query = useExistingPage(withPreviousPage(list), page, setPage)
  const hasNext = Boolean(query.currentData?.next_page)
  const counts = { all: bulk.total_count, waiting: bulk.waiting_count, sent: bulk.sent_count, failed: bulk.failed_count, stopped: bulk.stopped_count }
  const states = (['all', ...recipientStates] as const).filter((item) => item === 'all' || counts[item] > 0 || item === state)
  return (
    <>
      {states.length > 2 ? (
        <Segmented
          label={t('detail.filter')}
          value={state}
          onChange={(next: State) => {
            setState(next)
            setPage(1)
          }}
          options={states.map((value) => ({ value, label: `${t(value === 'all' ? 'detail.all' : `recipient.${value}`)} ${counts[value]}` }))}
        />
      ) : null}
      <QueryView query={query} error={t('detail.error')} empty={<p className={classes.hint}>{t('detail.none')}</p>}>
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((recipient) => (
              <Recipient key={recipient.id} recipient={recipient} />
            ))}
          </ul>
        )}
      </QueryView>
      {page > 1 || hasNext ? (
        <div className={classes.bar}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('detail.previous')}
          </Button>
          <Button size="small" disabled={!hasNext} onClick={() => setPage(page + 1)}>
            {t('detail.next')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Recipient({ recipient: { patient, state, reason, sent_at } }: { recipient: BulkRecipient }) {
  const { t } = useTranslation('bulk_message')
  const language = useLanguage()
  return (
    <li className={classes.row}>
      <Avatar person={patient} size={28} />
      <span className={classes.words} lang="ja">
        {fullName(patient, language)}
      </span>
      {state === 'failed' ? (
        <Badge tone="danger" icon={<IconAlertCircle size={13} aria-hidden />}>
          {t(reason ? `failed.${reason}` : 'recipient.failed')}
        </Badge>
      ) : (
        <span className={classes.hint}>
          {t(`recipient.${state}`)}
          {sent_at ? ` ${formatTime(sent_at)}` : ''}
        </span>
      )}
    </li>
  )
}
