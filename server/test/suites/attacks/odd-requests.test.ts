import { startWorld } from '../../worlds/world.ts'
import { attack } from './odd-requests.attack.ts'

attack(startWorld)
