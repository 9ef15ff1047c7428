import { getQuestionnaireDocument } from '@sukoyaka/wire/record/questionnaire'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch } from '../../api/store.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { saveFile } from '../../ui/page/download.ts'
import { fetchFile } from '../payment/fetch-file.ts'

const forms = ['filled', 'blank'] as const
type Form = (typeof forms)[number]

/** Saves a questionnaire as PDF: with its answers, or empty to fill in by hand. */
export function PrintButtons({ id, only }: { id: number; only?: Form }) {
  const { t } = useTranslation('questionnaire')
  const dispatch = useAppDispatch()
  const [loading, setLoading] = useState<Form>()
  const save = async (form: Form) => {
    setLoading(form)
    const { data, error } = await dispatch(fetchFile(getQuestionnaireDocument, { id, ...(form === 'blank' && { blank: true }) }))
    setLoading(undefined)
    if (error) toast.error(t('print.failed'), { text: error.error })
    else saveFile(t(`print.file.${form}`), data, 'application/pdf')
  }
  return forms
    .filter((form) => only === undefined || form === only)
    .map((form) => (
      <Button key={form} kind="ghost" size="small" icon={<IconPrinter aria-hidden />} loading={loading === form} onClick={() => void save(form)}>
        {t(`print.${form}`)}
      </Button>
    ))
}
