import { fullName } from '@sukoyaka/rules/person'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { comparePatients } from '@sukoyaka/wire/boards/admin/merge'
import type { Reply } from '@sukoyaka/wire/endpoint'
import { IconAlertTriangle, IconArrowsExchange, IconChevronLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { save } from '../../../ui/form/save.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../../ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { usePageTitle } from '../../../ui/page/title.ts'
import { Badge } from '../../../ui/status/Badge.tsx'
import { separatorOf } from '../../../ui/text/text-lang.ts'
import { AdminTabs } from '../AdminTabs.tsx'
import page from '../records/RecordsPage.module.css'
import { AllergyRow, FieldRow, SameFields } from './FieldRows.tsx'
import { type Choices, defaultChoices, differingFields } from './fields.ts'
import classes from './MergeCompare.module.css'
import { MergeEffects } from './MergeEffects.tsx'
import { useComparePatientsQuery, useMarkDistinctMutation, useMergePatientsMutation } from './merge-api.ts'
import { signInText } from './sign-in.ts'

type Comparison = Reply<typeof comparePatients>
type Ids = { kept_id: number; duplicate_id: number }

/** Two records side by side: which is kept, which values it gets, and what moves. */
export function MergeCompare(ids: Ids) {
  const { t } = useTranslation('merge')
  usePageTitle(t('heading'))
  const query = useComparePatientsQuery(ids)
  return (
    <div className={page.page}>
      <AdminTabs />
      <Link to="/admin/merge" className={classes.back}>
        <IconChevronLeft aria-hidden />
        {t('back')}
      </Link>
      <QueryView query={query} error={t('error')} skeleton={<SkeletonRows count={6} height={56} />}>
        {(comparison) => <CompareForm comparison={comparison} onOutdated={() => void query.refetch()} />}
      </QueryView>
    </div>
  )
}

/** Whether a warning says that the records may be of two people. The other warnings say what the merge does. */
const isDoubt = (warning: Comparison['warnings'][number]) => warning === 'kana' || warning === 'birthday' || warning === 'sex'

type FormProps = {
  comparison: Comparison
  /** Called if the server rejects the merge for a reason that the comparison would show now. */
  onOutdated: () => void
}

const useMergeForm = ({ comparison: { kept, duplicate, warnings }, onOutdated }: FormProps) => {
  const { t } = useTranslation('merge')
  const navigate = useNavigate()
  const [merge] = useMergePatientsMutation()
  const pair = { kept, duplicate }
  const fields = differingFields(pair)
  const initial = { choices: defaultChoices(pair) as Choices, reason: '', confirmation: '' }
  return useForm(`merge/${kept.id}/${duplicate.id}`, initial, {
    check: ({ choices, reason, confirmation }) => ({
      ...Object.fromEntries(fields.map((field) => [field, !choices[field] && t(field === 'birthday' || field === 'sex' ? 'chooseAge' : 'choose')])),
      confirmation: warnings.length > 0 && confirmation.normalize('NFKC').trim() !== String(duplicate.id) && t('confirmationWrong', { id: duplicate.id }),
      reason: !reason.trim() && t('reasonRequired'),
    }),
    send: ({ choices, reason, confirmation }) =>
      merge({
        ...{ kept_id: kept.id, duplicate_id: duplicate.id, kept_updated_at: kept.updated_at, duplicate_updated_at: duplicate.updated_at },
        take: fields.filter((field) => choices[field] === 'duplicate'),
        reason: reason.trim(),
        ...(warnings.length > 0 && { confirmation }),
      }),
    messages: { done: t('done'), failed: t('failed'), conflict: t('conflict') },
    onSaved: () => void navigate('/admin/merge'),
    onFailed: ({ fields }) => (fields?.confirmation || fields?.kept_id) && onOutdated(),
  })
}

function CompareForm(props: FormProps) {
  const { t } = useTranslation('merge')
  const { comparison } = props
  const { kept, duplicate, likenesses, warnings } = comparison
  const pair = { kept, duplicate }
  const form = useMergeForm(props)
  const { choices } = form.values
  return (
    <Form onSubmit={form.submit} className={classes.form}>
      <Heading comparison={comparison} />
      <div className={classes.columns}>
        <section className={classes.sheet} aria-label={t('heading')}>
          {likenesses.length ? (
            <p className={classes.likenesses}>
              {likenesses.map((name) => (
                <Badge key={name} tone={name === 'birthday_swapped' ? 'warning' : 'outline'}>
                  {t(`like.${name}`)}
                </Badge>
              ))}
            </p>
          ) : null}
          <Sides comparison={comparison} />
          {differingFields(pair).map((field) => (
            <FieldRow
              key={field}
              field={field}
              pair={pair}
              choice={choices[field]}
              error={form.errorOf(field)}
              onChange={(side) => form.put({ choices: { ...choices, [field]: side } })}
            />
          ))}
          <AllergyRow pair={pair} />
          <SameFields pair={pair} />
          <div className={classes.decide}>
            {warnings.length ? (
              <div className={classes.warning} role="note">
                <p>
                  <IconAlertTriangle aria-hidden />
                  {t(warnings.some(isDoubt) ? 'warning.two' : 'warning.title')}
                </p>
                <ul>
                  {warnings.map((name) => (
                    <li key={name}>{t(`warning.${name}`)}</li>
                  ))}
                </ul>
                <TextInput
                  label={t('confirmation')}
                  hint={t('confirmationHint', { id: duplicate.id })}
                  required
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={20}
                  {...form.field('confirmation')}
                />
              </div>
            ) : null}
            <TextInput label={t('reason')} required autoComplete="off" maxLength={500} {...form.field('reason')} />
            <FormFailure form={form} />
          </div>
        </section>
        <MergeEffects comparison={comparison} />
      </div>
      <footer className={classes.foot}>
        <Link to="/admin/merge">{t('cancel')}</Link>
        <Button type="submit" kind="primary" loading={form.isSending}>
          {t('submit')}
        </Button>
      </footer>
    </Form>
  )
}

function Heading({ comparison: { kept, duplicate } }: { comparison: Comparison }) {
  const { t } = useTranslation('merge')
  const language = useLanguage()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [mark] = useMarkDistinctMutation()
  return (
    <header className={classes.head}>
      <h1>{t('heading')}</h1>
      <Button
        icon={<IconArrowsExchange aria-hidden />}
        onClick={() => void navigate(`/admin/merge?kept=${duplicate.id}&duplicate=${kept.id}`, { replace: true })}
      >
        {t('swap')}
      </Button>
      <Button kind="neutral" onClick={() => setAsking(true)}>
        {t('distinct.action')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('distinct.title')}
          question={t('distinct.question')}
          what={`${fullName(kept, language)} ${kept.id} / ${fullName(duplicate, language)} ${duplicate.id}`}
          confirm={t('distinct.action')}
          kind="primary"
          onConfirm={() => {
            setAsking(false)
            void save(
              () => mark({ first_id: kept.id, second_id: duplicate.id }),
              { done: t('distinct.done'), failed: t('distinct.failed') },
              { onSaved: () => void navigate('/admin/merge') },
            )
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </header>
  )
}

/** The heads of the columns: whose record is kept, and whose is closed. */
function Sides({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('merge')
  const language = useLanguage()
  return (
    <div className={classes.sides}>
      {(['kept', 'duplicate'] as const).map((side) => {
        const patient = comparison[side]
        const { deactivated_at } = patient
        return (
          <div key={side}>
            <small>{t(side)}</small>
            <p>
              <b lang="ja">{fullName(patient, language)}</b> <span>{t('number', { id: patient.id })}</span>
              {deactivated_at === null ? null : <Badge tone="warning">{t('deactivated')}</Badge>}
            </p>
            <small>
              {t('registered', { day: formatDay(tokyoDay(patient.created_at), language) })}
              {separatorOf(language)}
              {signInText(t, patient, language)}
            </small>
          </div>
        )
      })}
    </div>
  )
}
