import type { Facility } from '@sukoyaka/wire/people/facility'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { FormFailure } from '../../../../ui/form/FormFailure.tsx'
import { TextInput } from '../../../../ui/form/TextInput.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { useListTestCategoriesQuery } from '../../api.ts'
import { useAddTestPackageMutation, useGetCheckupQuotaQuery } from '../api.ts'
import classes from '../Booking.module.css'
import type { Directory } from '../directory.ts'
import { chosenPrecautions, type Kind, menuOf, mergePrecautions, type Sex, testIdsOf } from '../menu.ts'
import { Notice } from '../Notice.tsx'
import { fieldNames } from '../words.ts'
import { CourseFields, KindField, langOf } from './CourseFields.tsx'
import { applyChange, type Draft, emptyDraft, kindToBook, missingOf, newCheckupToSend } from './draft.ts'
import { Precautions } from './Precautions.tsx'
import { QuotaLine, useQuota } from './QuotaLine.tsx'
import { SuggestedDateFields } from './SuggestedDateFields.tsx'
import { TestsField } from './TestsField.tsx'

type Props = {
  user_id: number
  sex: Sex
  directory: Directory
  /** Drug-allergy notice; passed in because it belongs to another domain. */
  allergy?: ReactNode
  onClose: () => void
}

/** Form of a new checkup with its facility, menu and tests. */
const useNewCheckup = ({ user_id, sex, firstKind, directory, onClose }: Omit<NewProps, 'allergy'>) => {
  const { t } = useTranslation('booking')
  const [add] = useAddTestPackageMutation()
  const { currentData: categories } = useListTestCategoriesQuery({})
  const facilityOf = ({ facility_id }: Draft) => directory.facilities?.find(({ id }) => id === facility_id)
  const menuFor = (draft: Draft) => menuOf(facilityOf(draft), draft.kind, draft)
  // without a facility, only `general` has tests: the courses of the other kinds determine them
  const isMenuKnown = ({ facility_id, kind }: Draft) => facility_id !== null || kind === 'general'
  const testsOf = (draft: Draft, menu = menuFor(draft)) =>
    draft.test_ids ?? (isMenuKnown(draft) ? testIdsOf(draft.kind, menu, categories?.items ?? [], sex) : [])
  const form = useForm(
    `test_packages/new/${user_id}`,
    { ...emptyDraft, kind: firstKind },
    {
      check: (draft) => {
        const missing = Object.keys(missingOf(draft, menuFor(draft))) as (keyof ReturnType<typeof missingOf>)[]
        return Object.fromEntries(missing.map((name) => [name, t(`missing.${name}`)]))
      },
      send: (draft) => add(newCheckupToSend(user_id, draft, testsOf(draft))),
      messages: { done: t('create.done') },
      names: fieldNames,
      onClose,
    },
  )
  const draft = form.values
  const facility = facilityOf(draft)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `menuFor` depends on these two
  const menu = useMemo(() => menuFor(draft), [facility, draft])
  return { form, draft, facility, menu, test_ids: testsOf(draft, menu), change: (next: Partial<Draft>) => form.put(applyChange(draft, next)) }
}

/** Opens once the remaining checkups of the plan have loaded or have failed to load. */
export function CreateDialog(props: Props) {
  const { currentData, isError } = useGetCheckupQuotaQuery({ user_id: props.user_id })
  return currentData || isError ? <NewCheckupDialog {...props} firstKind={currentData ? kindToBook(currentData.items) : emptyDraft.kind} /> : null
}

type NewProps = Props & { firstKind: Kind }

function NewCheckupDialog({ allergy, ...props }: NewProps) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  const { user_id, directory } = props
  const { form, draft, facility, menu, test_ids, change } = useNewCheckup(props)
  const quota = useQuota(user_id, draft.kind, (draft.isFixed ? draft.date : draft.suggestedDates)[0]?.day)
  const isElsewhere = draft.kind === 'general' && draft.facility_id === null
  const tested_at = newCheckupToSend(user_id, draft, []).tested_at ?? undefined
  // as on the server: the patient is not notified of a date in the past
  const isPast = tested_at !== undefined && Date.parse(tested_at) <= Date.now()
  return (
    <FormDialog
      form={form}
      title={t('create.title')}
      width={1000}
      flush
      submit={t('create.title')}
      isBlocked={quota.isUsedUp}
      foot={
        <div className={classes.left}>
          <QuotaLine kind={draft.kind} quota={quota} />
        </div>
      }
    >
      <div className={classes.columns}>
        <div className={classes.choices}>
          <KindField user_id={user_id} value={draft.kind} onChange={(kind) => change({ kind })} />
          <section className={classes.section}>
            <h3>{t('facility.title')}</h3>
            <directory.Field
              value={draft.facility_id}
              onChange={(facility_id) => change({ facility_id })}
              error={form.errorOf('facility_id')}
              required={draft.kind !== 'general'}
            />
            {facility ? <CourseFields draft={draft} menu={menu} lang={langOf(facility, language)} onChange={change} error={form.errorOf('course_id')} /> : null}
            {isElsewhere ? (
              <TextInput
                label={t('facility.elsewhere')}
                hint={t('facility.elsewhereHint')}
                value={draft.location}
                maxLength={200}
                onChange={(event) => change({ location: event.currentTarget.value })}
              />
            ) : null}
          </section>
          {/* a course determines the tests, so hide them until it is chosen */}
          {menu.course || draft.kind === 'general' || (facility && !menu.courses.length) ? (
            <TestsField value={test_ids} onChange={(next) => change({ test_ids: next })} />
          ) : null}
        </div>
        <div className={classes.dates}>
          {isElsewhere ? (
            <DayElsewhere value={draft.day} error={form.errorOf('day') ?? form.errorOf('date')} onChange={(day) => change({ day })} />
          ) : (
            <NewDates draft={draft} facility={facility} menu={menu} error={form.errorOf('date')} onChange={change} />
          )}
          <Precautions lines={mergePrecautions(chosenPrecautions(menu))} />
          {allergy}
          {isPast ? null : (
            <Notice
              user_id={user_id}
              change={draft.isFixed || isElsewhere ? 'fixed' : 'arranging'}
              tested_at={tested_at}
              isDay={isElsewhere}
              value={draft.notify}
              onChange={(notify) => change({ notify })}
            />
          )}
        </div>
      </div>
      {form.failure ? (
        <div className={classes.strip}>
          <FormFailure form={form} />
        </div>
      ) : null}
    </FormDialog>
  )
}

type DayProps = { value: string | null; error: string | undefined; onChange: (day: string | null) => void }

/** Day of a checkup that took place elsewhere, of which only the results are registered. */
function DayElsewhere(props: DayProps) {
  const { t } = useTranslation('booking')
  return (
    <section className={classes.section}>
      <h3>{t('create.day')}</h3>
      <DatePicker label={t('create.dayField')} {...props} required />
    </section>
  )
}

type NewDatesProps = {
  draft: Draft
  facility: Facility | undefined
  menu: ReturnType<typeof menuOf>
  error: string | undefined
  onChange: (change: Partial<Draft>) => void
}

/** Dates at a facility: suggested dates to be arranged, or a fixed date. */
function NewDates({ draft, facility, menu, error, onChange }: NewDatesProps) {
  const { t } = useTranslation('booking')
  const { isFixed } = draft
  const menuItems = useMemo(() => (menu.course ? [menu.course, ...menu.added] : []), [menu])
  return (
    <section className={classes.section}>
      <div className={classes.heading}>
        <h3>{t(isFixed ? 'create.fixed' : 'create.suggestedDates')}</h3>
        {isFixed ? null : <small>{t('create.suggestedDatesHint')}</small>}
      </div>
      <Segmented
        label={t('create.how')}
        value={isFixed ? 'fixed' : 'suggestedDates'}
        onChange={(how) => onChange({ isFixed: how === 'fixed' })}
        options={[
          { value: 'suggestedDates', label: t('create.arrange') },
          { value: 'fixed', label: t('create.fix') },
        ]}
      />
      {facility ? (
        <SuggestedDateFields
          key={`${facility.id} ${isFixed}`}
          facility={facility}
          menuItems={menuItems}
          single={isFixed}
          value={isFixed ? draft.date : draft.suggestedDates}
          onChange={(suggestedDates) => onChange(isFixed ? { date: suggestedDates } : { suggestedDates })}
          error={error}
        />
      ) : (
        <p className={classes.well}>{t('create.facilityFirst')}</p>
      )}
    </section>
  )
}
