import { skipToken } from '@reduxjs/toolkit/query/react'
import { fullName, readingOf } from '@sukoyaka/rules/person'
import type { ExternalOrder } from '@sukoyaka/wire/people/order-admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGetUserQuery } from '../../../domains/account/api.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { yen } from '../../../ui/text/yen.ts'
import { PersonSearch } from '../PersonSearch.tsx'
import classes from './Orders.module.css'
import { useAssignExternalOrderMutation, useListExternalOrdersQuery } from './orders-api.ts'

/** Orders of the external store that are not assigned to a patient yet. Renders nothing if there are none. */
export function UnassignedOrders() {
  const { t } = useTranslation('order_admin')
  const language = useLanguage()
  const { data } = useListExternalOrdersQuery({})
  const [opened, setOpened] = useState<ExternalOrder>()
  if (!data?.items.length && !opened) return null
  return (
    <>
      {data?.items.length ? (
        <div className={classes.unassigned}>
          <Card title={t('unassigned.title')}>
            <p className={classes.lead}>{t('unassigned.lead')}</p>
            <ul className={classes.waiting}>
              {data.items.map((order) => (
                <li key={order.id}>
                  <div>
                    <p>
                      <strong>{order.number}</strong> {formatDate(order.ordered_at, language, { time: true })} {yen(order.total)}
                    </p>
                    <p lang="ja">{[order.customer_name, order.email].filter(Boolean).join('　')}</p>
                    <p lang="ja" className={classes.lead}>
                      {order.item_names.join('、')}
                    </p>
                  </div>
                  <Button aria-label={t('unassigned.openOf', { number: order.number })} onClick={() => setOpened(order)}>
                    {t('unassigned.open')}
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      ) : null}
      {opened ? <AssignDialog order={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

function AssignDialog({ order, onClose }: { order: ExternalOrder; onClose: () => void }) {
  const { t } = useTranslation('order_admin')
  const language = useLanguage()
  const [assign] = useAssignExternalOrderMutation()
  const form = useForm<{ user_id: number | undefined }, unknown>(
    `external_orders/${order.id}`,
    { user_id: undefined },
    {
      check: ({ user_id }) => ({ user_id: user_id === undefined && t('unassigned.required') }),
      send: ({ user_id }) => assign({ id: order.id, user_id: user_id! }),
      messages: { done: t('unassigned.done'), failed: t('unassigned.failed'), text: order.number },
      onClose,
    },
  )
  const { user_id } = form.values
  const { currentData: patient } = useGetUserQuery(user_id === undefined ? skipToken : { id: user_id })
  return (
    <FormDialog
      form={form}
      patient={null}
      title={t('unassigned.dialog')}
      subtitle={order.number}
      submit={t('unassigned.submit')}
      isBlocked={user_id !== undefined && !patient}
    >
      <p lang="ja">
        {t('unassigned.customer')}：{[order.customer_name, order.email].filter(Boolean).join('　')}
      </p>
      <PersonSearch
        label={t('unassigned.patient')}
        only="patient"
        required
        id={user_id}
        error={form.errorOf('user_id')}
        onChange={(next) => form.put({ user_id: next })}
      />
      {patient ? (
        <section className={classes.chosen} aria-label={t('unassigned.check')}>
          <h3>{t('unassigned.check')}</h3>
          <p lang="ja">{fullName(patient, language)}</p>
          <dl>
            <dt>{t('unassigned.kana')}</dt>
            <dd lang="ja">{readingOf(patient) || t('unassigned.unknown')}</dd>
            <dt>{t('unassigned.birthday')}</dt>
            <dd>{patient.birthday ? formatDate(patient.birthday, language) : t('unassigned.unknown')}</dd>
            <dt>{t('unassigned.email')}</dt>
            <dd>{patient.email}</dd>
          </dl>
        </section>
      ) : null}
    </FormDialog>
  )
}
