import type { InviteRequest } from '@sukoyaka/wire/people/registration'
import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCloseInviteRequestMutation, useListInviteRequestsQuery } from '../../domains/registration/api.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { PageFoot } from '../../ui/layout/PageFoot.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { pageSize, useExistingPage } from '../../ui/loading/use-existing-page.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { InviteDialog, type Requester } from './InviteDialog.tsx'
import classes from './InviteRequests.module.css'

/** People who asked for an invitation on the public page. Shows nothing if there are none, or while the first page loads. */
export function InviteRequests() {
  const { t } = useTranslation(['admin', 'invitation'])
  const [page, setPage] = useState(1)
  const query = useExistingPage(useListInviteRequestsQuery({ page }), page, setPage)
  const [requester, setRequester] = useState<Requester>()
  const count = query.currentData?.total_count
  return (
    <>
      {count || query.isError || page > 1 ? (
        <Card title={t('requests.title')} count={count} className={classes.card}>
          <QueryView query={query} error={t('requests.error')} empty={t('requests.none')} skeleton={<SkeletonRows count={3} height={48} />}>
            {({ items, total_count, next_page }) => (
              <>
                <ul className={classes.list}>
                  {items.map((request) => (
                    <RequestRow key={request.id} request={request} onInvite={() => setRequester(request)} />
                  ))}
                </ul>
                <PageFoot
                  className={classes.foot}
                  range={t('invitation:count', { from: (page - 1) * pageSize + 1, to: (page - 1) * pageSize + items.length, count: total_count })}
                  labels={{ pages: t('invitation:pages'), previous: t('invitation:previous'), next: t('invitation:next') }}
                  page={page}
                  isLast={!next_page}
                  onPage={setPage}
                />
              </>
            )}
          </QueryView>
        </Card>
      ) : null}
      {requester ? <InviteDialog key={requester.id} requester={requester} onClose={() => setRequester(undefined)} /> : null}
    </>
  )
}

function RequestRow({ request, onInvite }: { request: InviteRequest; onInvite: () => void }) {
  const { t } = useTranslation('admin')
  const [isClosing, setClosing] = useState(false)
  const [close] = useCloseInviteRequestMutation()
  const { id, name, email, phone_number, note, created_at } = request
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <b>{name}</b>
        <span className={classes.contact}>{[email, phone_number].filter(Boolean).join('　')}</span>
        {note ? <p className={classes.note}>{note}</p> : null}
      </div>
      <span className={classes.contact}>
        <DateText value={created_at} />
      </span>
      <span className={classes.buttons}>
        <Button size="small" icon={<IconMailPlus aria-hidden />} aria-label={t('requests.inviteName', { name })} onClick={onInvite}>
          {t('requests.invite')}
        </Button>
        <Button size="small" kind="neutral" aria-label={t('requests.declineName', { name })} onClick={() => setClosing(true)}>
          {t('requests.decline')}
        </Button>
      </span>
      {isClosing ? (
        <ConfirmDialog
          title={t('requests.closeTitle')}
          question={t('requests.closeQuestion')}
          what={`${name}　${email}`}
          confirm={t('requests.close')}
          kind="primary"
          onConfirm={() => {
            setClosing(false)
            void save(() => close({ id }), { done: t('requests.closed'), failed: t('requests.closeFailed'), text: name })
          }}
          onClose={() => setClosing(false)}
        />
      ) : null}
    </li>
  )
}
