import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button/Button.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PersonSearch } from '../PersonSearch.tsx'
import classes from './MergePage.module.css'

/** Two patients chosen by name, for duplicates that the list does not find. */
export function PickPair() {
  const { t } = useTranslation('merge')
  const navigate = useNavigate()
  const [kept, setKept] = useState<number>()
  const [duplicate, setDuplicate] = useState<number>()
  const [isChecked, setChecked] = useState(false)
  const errorOf = (id: number | undefined) => (isChecked && id === undefined ? t('pick.required') : undefined)
  const isSame = kept !== undefined && kept === duplicate
  const submit = () => {
    setChecked(true)
    if (kept !== undefined && duplicate !== undefined && !isSame) void navigate(`/admin/merge?kept=${kept}&duplicate=${duplicate}`)
  }
  return (
    <Card title={t('pick.title')}>
      <Form onSubmit={submit} className={classes.pick}>
        <PersonSearch label={t('pick.kept')} only="patient" id={kept} error={errorOf(kept)} onChange={setKept} />
        <PersonSearch label={t('pick.duplicate')} only="patient" id={duplicate} error={isSame ? t('pick.same') : errorOf(duplicate)} onChange={setDuplicate} />
        <Button type="submit">{t('pick.submit')}</Button>
      </Form>
    </Card>
  )
}
