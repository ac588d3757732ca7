// SPDX-License-Identifier: MIT
/** A loop of a server or a game in Java: a little work, then a sleep of ten milliseconds. */
public class Loop {
    public static void main(String[] words) throws InterruptedException {
        double sum = 0;
        for (long i = 0; i < 100_000; ++i) {
            for (int j = 1; j < 2000; ++j)
                sum += 1.0 / j;
            Thread.sleep(10);
        }
        System.out.println(sum);
    }
}
