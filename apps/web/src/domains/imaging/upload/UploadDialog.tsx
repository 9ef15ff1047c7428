import { isDated } from '@sukoyaka/rules/test-package'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { addImages, addImageTestResult, type ImageTestResult, maxImagesPerResult } from '@sukoyaka/wire/record/imaging'
import { IconPhotoUp } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpload } from '../../../api/upload.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { SelectField } from '../../../ui/choice/SelectField.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ErrorState } from '../../../ui/layout/Empty.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { joinSentences } from '../../../ui/text/join-sentences.ts'
import { useListPackagesOfImagesQuery } from '../api.ts'
import { type Draft, recordedAt } from '../draft.ts'
import { useImageTextsFormatter } from '../image-texts.ts'
import { CategoryAndDayFields, FindingFields, useDraftErrors } from '../ResultFields.tsx'
import { FileList } from './FileList.tsx'
import { accepted, exceedsTotalSize, maxFiles } from './selected-files.ts'
import classes from './UploadDialog.module.css'
import { useSelectedFiles } from './use-selected-files.ts'

/** `package_id`: `none` means that no checkup was chosen; while it is undefined, the checkup of the chosen day applies. */
type Values = Draft & { package_id?: number | 'none' }
const blank: Values = { category_id: null, day: null, status: null, finding: '', follow_up_kind: null, follow_up_on: null, is_follow_up_done: false }

type Props = {
  user_id: number
  onClose: () => void
  /** Adds files to this examination instead of creating one, and leaves the unsent text of a new one alone. */
  result?: ImageTestResult
}

const bodyOf = ({ category_id, day, status, finding, follow_up_kind, follow_up_on, is_follow_up_done }: Draft, package_id: number | undefined) => ({
  category_id: category_id!,
  recorded_at: recordedAt(day!),
  finding: finding.trim(),
  ...(status !== null && { status }),
  ...(follow_up_kind && follow_up_on && { follow_up_kind, follow_up_on, is_follow_up_done }),
  ...(package_id !== undefined && { test_package_id: package_id }),
})

const refusedIn = (chosen: readonly { problem?: string | undefined }[]) => chosen.filter(({ problem }) => problem).length

export function UploadDialog({ user_id, onClose, result }: Props) {
  const { t } = useTranslation(['imaging', 'common'])
  const createUpload = useUpload(addImageTestResult)
  const addUpload = useUpload(addImages)
  const share = result ? addUpload.progress : createUpload.progress
  const isSending = share !== undefined
  const { chosen, add, remove, dropTarget, isOver } = useSelectedFiles(isSending)
  const draftErrors = useDraftErrors()
  const packages = usePackages(user_id)
  const isReady = result !== undefined || packages.isLoaded
  const packageOf = ({ package_id, day }: Values) => (package_id === 'none' ? undefined : (package_id ?? packages.ofDay(day)))
  const formatTexts = useImageTextsFormatter('staff')
  const faultOfFiles = () => {
    if (!chosen.length) return t('imaging:upload.missing')
    if (chosen.length > maxFiles) return t('imaging:upload.tooMany', { max: maxFiles })
    const now = result?.images.length ?? 0
    if (now + chosen.length > maxImagesPerResult) return t('imaging:upload.tooManyInAll', { max: maxImagesPerResult, now })
    return exceedsTotalSize(chosen) ? t('imaging:upload.tooMuch') : refusedIn(chosen) > 0 && t('imaging:upload.refused', { count: refusedIn(chosen) })
  }
  const form = useForm<Values>(
    result ? undefined : `image_test_results/of/${user_id}`,
    { ...blank, day: tokyoDay(new Date()) },
    {
      check: (values) => ({ ...(result ? {} : draftErrors(values)), package_id: !isReady, files: faultOfFiles() }),
      send: async (values) => {
        const parts = { 'images[]': chosen.map(({ file }) => file) }
        const { error } = result
          ? await addUpload.send({ id: result.id }, parts)
          : await createUpload.send({ user_id, ...bodyOf(values, packageOf(values)) }, parts)
        if (!error) return {}
        const reason = joinSentences([t('imaging:upload.failed'), error.error])
        return { error: { ...error, error: error.status === 'ABORTED' ? t('imaging:upload.cancelled') : reason } }
      },
      messages: { done: t('imaging:upload.done') },
      names: { recorded_at: 'day' },
      onClose,
    },
  )
  const { values, put } = form
  return (
    <Dialog
      title={result ? t('imaging:upload.more', formatTexts(result)) : t('imaging:upload.title')}
      width={640}
      onClose={isSending ? () => {} : form.close}
      onSubmit={form.submit}
      unsaved={!isSending && (chosen.length > 0 || values.finding.trim() !== '')}
      footer={(close) => (
        <>
          {isSending ? <Progress share={share} /> : null}
          <Button kind="neutral" onClick={isSending ? (result ? addUpload : createUpload).cancel : close}>
            {t(isSending ? 'imaging:upload.cancel' : 'common:action.cancel')}
          </Button>
          <Button kind="primary" type="submit" loading={isSending} disabled={!isReady}>
            {t('imaging:upload.send')}
          </Button>
        </>
      )}
    >
      <div className={classes.fields}>
        <div className={clsx(classes.well, isOver && classes.over)} data-error={form.errorOf('files')} {...dropTarget}>
          <ChooseFiles onAdd={add} isDisabled={isSending} />
        </div>
        {form.errorOf('files') ? (
          <div role="alert">
            <FieldMessage id="image-files">{form.errorOf('files')}</FieldMessage>
          </div>
        ) : null}
        {chosen.length ? <FileList chosen={chosen} onRemove={isSending ? undefined : remove} /> : null}
        {result ? null : (
          <>
            <CategoryAndDayFields form={form} />
            <PackageField packages={packages} value={packageOf(values)} onChange={(package_id) => put({ package_id })} />
            <FindingFields form={form} />
          </>
        )}
        <FormFailure form={form} />
      </div>
    </Dialog>
  )
}

function ChooseFiles({ onAdd, isDisabled }: { onAdd: (files: Iterable<File>) => void; isDisabled: boolean }) {
  const { t } = useTranslation('imaging')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconPhotoUp aria-hidden />
      <p>{t('upload.drop')}</p>
      <Button size="small" onClick={() => input.current?.click()} disabled={isDisabled} data-autofocus>
        {t('upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        onChange={(event) => {
          onAdd(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
      <p className={classes.kinds}>{t('upload.kinds')}</p>
    </>
  )
}

type PackageFieldProps = {
  packages: ReturnType<typeof usePackages>
  value: number | undefined
  onChange: (package_id: number | 'none') => void
}

/** The checkup that the examination belongs to. */
function PackageField({ packages: { items, reload }, value, onChange }: PackageFieldProps) {
  const { t } = useTranslation('imaging')
  if (reload) return <ErrorState title={t('form.packagesFailed')} onRetry={reload} />
  return (
    <SelectField label={t('form.package')} value={String(value ?? 'none')} onChange={(id) => onChange(id === 'none' ? 'none' : Number(id))}>
      <option value="none">{t('form.noPackage')}</option>
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Past checkups, and the one on a given day. Until they are loaded nothing is sent: without its checkup, the patient would see an examination at once. */
const usePackages = (user_id: number) => {
  const { t } = useTranslation('imaging')
  const language = useLanguage()
  const { data, isError, refetch } = useListPackagesOfImagesQuery({ user_id })
  const pastPackages = (data?.items ?? []).filter(isDated).filter(({ tested_at }) => Date.parse(tested_at) <= Date.now())
  return {
    isLoaded: data !== undefined,
    /** Set if the list could not be loaded. */
    reload: isError && !data ? () => void refetch() : undefined,
    items: pastPackages.map(({ id, tested_at, name, released_at }) => {
      const label = `${formatDay(tokyoDay(tested_at), language)}　${name}`
      return { id, name: released_at ? label : t('form.hiddenPackage', { name: label }) }
    }),
    ofDay: (day: string | null) => pastPackages.find(({ tested_at }) => tokyoDay(tested_at) === day)?.id,
  }
}

function Progress({ share }: { share: number }) {
  const { t } = useTranslation('imaging')
  const percent = Math.round(share * 100)
  return (
    <div className={classes.progress}>
      <progress max={100} value={share < 1 ? percent : undefined} aria-label={t('upload.title')} />
      <span role="status">{share < 1 ? t('upload.sending', { percent }) : t('upload.working')}</span>
    </div>
  )
}
