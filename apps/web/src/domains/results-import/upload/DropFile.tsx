import { IconUpload } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Progress } from '../Progress.tsx'
import classes from './DropFile.module.css'
import { fileErrorOf, useSendFile } from './send-file.ts'

/**
 * Drop area for a file; `facilities` are suggestions from earlier imports. `onSent` shows the import: at once, or from a toast if the user has left the page
 * meanwhile.
 */
export function DropFile({ facilities, onSent }: { facilities: readonly string[]; onSent: (id: number) => void }) {
  const { t } = useTranslation('results_import')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [facility, setFacility] = useState('')
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { send, share, hasLeft } = useSendFile()

  const uploadFile = async (file: File | undefined) => {
    if (!file || share !== undefined) return
    const fileError = fileErrorOf(file)
    setProblem(fileError && t(`drop.${fileError}`))
    if (fileError) return
    const response = await send(file, facility.trim())
    if ('id' in response) {
      const show = () => onSent(response.id)
      return hasLeft() ? void toast.success(t('drop.sent'), { text: file.name, onOpen: show }) : show()
    }
    const { error } = response.error as { error?: string }
    if (hasLeft()) toast.error(t('drop.failed'), { text: error })
    else setProblem([t('drop.failed'), error].filter(Boolean).join(' '))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void uploadFile(event.dataTransfer.files[0])
  }
  return (
    <Card title={t('drop.title')}>
      <div className={classes.body}>
        <FacilityInput facilities={facilities} value={facility} onChange={setFacility} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: drop target only; the button inside offers the same */}
        <div
          className={clsx(classes.drop, isOver && classes.over)}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          {share === undefined ? (
            <>
              <IconUpload size={28} stroke={1.5} aria-hidden className={classes.icon} />
              <p className={classes.text}>{t('drop.text')}</p>
              <Button kind="primary" onClick={() => input.current?.click()}>
                {t('drop.choose')}
              </Button>
              <p className={classes.hint}>{t('drop.hint')}</p>
            </>
          ) : (
            <Progress label={t('drop.sending')} share={share} />
          )}
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={t('drop.choose')}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(event) => {
              void uploadFile(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </div>
        {problem ? (
          <div role="alert">
            <FieldMessage id={`${id}-problem`}>{problem}</FieldMessage>
          </div>
        ) : null}
      </div>
    </Card>
  )
}

function FacilityInput({ facilities, value, onChange }: { facilities: readonly string[]; value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('results_import')
  const id = useId()
  return (
    <>
      <TextInput
        className={classes.facility}
        label={t('drop.facility')}
        hint={t('drop.facilityHint')}
        value={value}
        maxLength={200}
        list={id}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {facilities.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
