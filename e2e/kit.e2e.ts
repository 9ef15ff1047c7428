import { setupApp } from './app.ts'
import { conditions } from './kit/conditions.ts'
import { keyboardTables } from './kit/tables.ts'

setupApp()
keyboardTables()
conditions()
