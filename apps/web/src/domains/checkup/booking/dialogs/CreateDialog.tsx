import type { Facility } from '@sukoyaka/wire/people/facility'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../../../api/call-error.ts'
import { useFormDraft } from '../../../../api/form-drafts.ts'
import { Segmented } from '../../../../ui/choice/Segmented.tsx'
import { DatePicker } from '../../../../ui/date/DatePicker.tsx'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../../ui/form/FieldMessage.tsx'
import { SubmitButtons } from '../../../../ui/form/SubmitButtons.tsx'
import { TextInput } from '../../../../ui/form/TextInput.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../../ui/overlay/toast.ts'
import { useListTestCategoriesQuery } from '../../api.ts'
import { useAddTestPackageMutation } from '../api.ts'
import classes from '../Booking.module.css'
import type { Directory } from '../directory.ts'
import { menuOf, mergePrecautions, testIdsOf } from '../menu.ts'
import { Notice } from '../Notice.tsx'
import { errorsByField } from '../words.ts'
import { CourseFields, KindField, langOf } from './CourseFields.tsx'
import { applyChange, type Draft, emptyDraft, missingOf, newCheckupToSend } from './draft.ts'
import { Precautions } from './Precautions.tsx'
import { QuotaLine } from './QuotaLine.tsx'
import { TestsField } from './TestsField.tsx'
import { WishFields } from './WishFields.tsx'

type Props = {
  user_id: number
  /** Patient name shown under the title. */
  patient: string
  directory: Directory
  /** Drug-allergy notice next to the course selection; passed in because it belongs to another domain. */
  allergy?: ReactNode
  onClose: () => void
}

type Errors = Record<string, string>

/** Draft of a new checkup with its facility, menu and tests, its validation and its submission. */
const useNewCheckup = ({ user_id, directory, onClose }: Pick<Props, 'user_id' | 'directory' | 'onClose'>) => {
  const { t } = useTranslation('booking')
  const [add, { isLoading }] = useAddTestPackageMutation()
  const { value: draft, set, forget } = useFormDraft<Draft>(`test_packages/new/${user_id}`, emptyDraft)
  const { currentData: categories } = useListTestCategoriesQuery({})
  const [errors, setErrors] = useState<Errors>({})
  const [failures, setFailures] = useState(0)
  const facility = directory.facilities?.find(({ id }) => id === draft.facility_id)
  const menu = useMemo(() => menuOf(facility, draft.kind, draft), [facility, draft])
  const test_ids = draft.test_ids ?? testIdsOf([menu.course, ...menu.added], categories?.items ?? [])

  const change = (next: Partial<Draft>) => {
    setErrors({})
    set(applyChange(draft, next))
  }
  const leave = () => {
    forget()
    onClose()
  }
  const showErrors = (found: Errors) => {
    setErrors(found)
    setFailures(failures + 1)
  }
  const create = async () => {
    if (isLoading) return
    const missing = missingOf(draft, menu)
    const words = Object.keys(missing).map((name) => [name, t(`missing.${name as keyof typeof missing}`)] as const)
    if (words.length) return showErrors(Object.fromEntries(words))
    setErrors({})
    const { error } = await add(newCheckupToSend(user_id, draft, test_ids))
    if (error) return showErrors(errorsByField(error as CallError))
    toast.success(t('create.done'))
    leave()
  }
  return { draft, facility, menu, test_ids, errors, failures, isLoading, change, create, leave }
}

/** New checkup: kind, facility and course on the left, dates and precautions on the right. */
export function CreateDialog({ user_id, patient, directory, allergy, onClose }: Props) {
  const { t } = useTranslation(['booking', 'common'])
  const language = useLanguage()
  const { draft, facility, menu, test_ids, errors, failures, isLoading, change, create, leave } = useNewCheckup({ user_id, directory, onClose })
  const box = useRef<HTMLDivElement>(null)
  const firstDay = (draft.isFixed ? draft.date : draft.wishes)[0]?.day
  const isElsewhere = draft.kind === 'general' && draft.facility_id === null

  useEffect(() => {
    if (failures) box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] button')?.focus()
  }, [failures])
  return (
    <Dialog
      title={t('booking:create.title')}
      subtitle={patient}
      width={1000}
      flush
      onClose={leave}
      onSubmit={() => void create()}
      unsaved={JSON.stringify(draft) !== JSON.stringify(emptyDraft)}
      footer={(close) => (
        <>
          <div className={classes.left}>
            <QuotaLine user_id={user_id} kind={draft.kind} day={firstDay} />
          </div>
          <SubmitButtons label={t('booking:create.title')} isBusy={isLoading} onCancel={close} />
        </>
      )}
    >
      <div ref={box} className={classes.columns}>
        <div className={classes.choices}>
          <KindField value={draft.kind} onChange={(kind) => change({ kind })} />
          <section className={classes.section}>
            <h3>{t('booking:facility.title')}</h3>
            <directory.Field
              value={draft.facility_id}
              onChange={(facility_id) => change({ facility_id })}
              error={errors.facility_id}
              required={draft.kind !== 'general'}
            />
            {facility ? <CourseFields draft={draft} menu={menu} lang={langOf(facility, language)} onChange={change} error={errors.course_id} /> : null}
            {isElsewhere ? (
              <TextInput
                label={t('booking:facility.elsewhere')}
                hint={t('booking:facility.elsewhereHint')}
                value={draft.location}
                maxLength={200}
                onChange={(event) => change({ location: event.currentTarget.value })}
              />
            ) : null}
          </section>
          {/* the course determines the tests, so hide them until it is chosen */}
          {menu.course || draft.kind === 'general' || test_ids.length ? <TestsField value={test_ids} onChange={(next) => change({ test_ids: next })} /> : null}
        </div>
        <div className={classes.dates}>
          {isElsewhere ? (
            <section className={classes.section}>
              <h3>{t('booking:create.day')}</h3>
              <DatePicker label={t('booking:create.dayField')} value={draft.day} onChange={(day) => change({ day })} error={errors.day} required />
            </section>
          ) : (
            <NewDates draft={draft} facility={facility} menu={menu} error={errors.date} onChange={change} />
          )}
          <Precautions lines={mergePrecautions([menu.course, ...menu.added].map((item) => item?.precautions))} />
          {allergy}
          <Notice
            user_id={user_id}
            change={draft.isFixed ? 'fixed' : 'arranging'}
            tested_at={draft.isFixed && draft.date[0] ? (newCheckupToSend(user_id, draft, []).tested_at ?? undefined) : undefined}
            value={draft.notify}
            onChange={(notify) => change({ notify })}
          />
        </div>
      </div>
      {errors.all ? (
        <div className={classes.strip} role="alert">
          <FieldMessage id="booking-failed">{errors.all}</FieldMessage>
        </div>
      ) : null}
    </Dialog>
  )
}

type NewDatesProps = {
  draft: Draft
  facility: Facility | undefined
  menu: ReturnType<typeof menuOf>
  error: string | undefined
  onChange: (change: Partial<Draft>) => void
}

/** Dates at a facility: preferred dates to be arranged, or a fixed date. */
function NewDates({ draft, facility, menu, error, onChange }: NewDatesProps) {
  const { t } = useTranslation('booking')
  const { isFixed } = draft
  const menuItems = useMemo(() => (menu.course ? [menu.course, ...menu.added] : []), [menu])
  return (
    <section className={classes.section}>
      <div className={classes.heading}>
        <h3>{t(isFixed ? 'create.fixed' : 'create.wishes')}</h3>
        {isFixed ? null : <small>{t('create.wishesHint')}</small>}
      </div>
      <Segmented
        label={t('create.how')}
        value={isFixed ? 'fixed' : 'wishes'}
        onChange={(how) => onChange({ isFixed: how === 'fixed' })}
        options={[
          { value: 'wishes', label: t('create.arrange') },
          { value: 'fixed', label: t('create.fix') },
        ]}
      />
      {facility ? (
        <WishFields
          key={`${facility.id} ${isFixed}`}
          facility={facility}
          menuItems={menuItems}
          single={isFixed}
          value={isFixed ? draft.date : draft.wishes}
          onChange={(wishes) => onChange(isFixed ? { date: wishes } : { wishes })}
          error={error}
        />
      ) : (
        <p className={classes.well}>{t('create.facilityFirst')}</p>
      )}
    </section>
  )
}
