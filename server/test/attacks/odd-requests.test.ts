import { startWorld } from '../world.ts'
import { attack } from './odd-requests.attack.ts'

attack(startWorld)
