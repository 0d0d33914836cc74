import { startWorld } from '../world.ts'
import { attack } from './costly-requests.attack.ts'

attack(startWorld)
