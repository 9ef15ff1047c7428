import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListInviteRequestsQuery } from '../../domains/registration/api.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { InviteDialog, type Requester } from './InviteDialog.tsx'
import classes from './InviteRequests.module.css'

/** People who asked for an invitation on the public page. Shows nothing if there are none. */
export function InviteRequests() {
  const { t } = useTranslation('admin')
  const { data } = useListInviteRequestsQuery({})
  const [requester, setRequester] = useState<Requester>()
  const count = data?.total_count ?? 0
  return (
    <>
      {count ? (
        <Card title={t('requests.title')} count={count} className={classes.card}>
          <ul className={classes.list}>
            {data?.items.map((request) => (
              <li key={request.id} className={classes.row}>
                <div className={classes.who}>
                  <b>{request.name}</b>
                  <span className={classes.contact}>{[request.email, request.phone_number].filter(Boolean).join('　')}</span>
                  {request.note ? <p className={classes.note}>{request.note}</p> : null}
                </div>
                <span className={classes.contact}>
                  <DateText value={request.created_at} />
                </span>
                <Button
                  size="small"
                  icon={<IconMailPlus aria-hidden />}
                  aria-label={t('requests.inviteName', { name: request.name })}
                  onClick={() => setRequester(request)}
                >
                  {t('requests.invite')}
                </Button>
              </li>
            ))}
          </ul>
          {data?.next_page ? <p className={classes.more}>{t('requests.more', { count: count - data.items.length })}</p> : null}
        </Card>
      ) : null}
      {requester ? <InviteDialog key={requester.id} requester={requester} onClose={() => setRequester(undefined)} /> : null}
    </>
  )
}
